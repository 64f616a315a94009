"""One file a version of the tables, named by it; see `pincite.store.schema.REVISIONS`."""
