"""Run by Alembic: migrates the connection that `pincite.store.schema` hands over."""

from alembic import context

from pincite.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
