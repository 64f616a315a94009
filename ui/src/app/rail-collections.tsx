import { useQuery } from "@tanstack/react-query";
import { FolderOpen, Plus, Users } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { NavLink } from "react-router";
import { IconButton } from "@/components/button";
import { collectionsQuery } from "@/lib/queries";
import { words } from "@/words";
import styles from "./rail.module.css";

const CreateCollection = lazy(async () => ({
  default: (await import("@/features/library/create-collection")).CreateCollection,
}));

/** The collections that one sees; files dropped on one go there (see drop-room). */
export function RailCollections() {
  const collections = useQuery(collectionsQuery);
  const [creating, setCreating] = useState(false);
  if (!collections.data) return null;
  return (
    <div className={styles.collections}>
      <div className={styles.headline}>
        <h2 className={styles.heading}>{words.shell.collections}</h2>
        <IconButton
          size="s"
          icon={<Plus />}
          label={words.shell.newCollection}
          onClick={() => setCreating(true)}
        />
      </div>
      <ul>
        {collections.data.map((collection) => (
          <li key={collection.id} data-collection={collection.id}>
            <NavLink
              to={`/library/${collection.id}`}
              className={styles.link}
              title={collection.shared_by ? words.shell.sharedBy(collection.shared_by) : undefined}
            >
              {collection.shared_by ? <Users /> : <FolderOpen />}
              <span dir="auto">{collection.name}</span>
              <span className={styles.count}>{collection.documents}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      {creating && (
        <Suspense>
          <CreateCollection onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </div>
  );
}
