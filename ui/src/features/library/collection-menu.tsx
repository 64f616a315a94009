import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, LogOut, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { client } from "@/api/client";
import type { Collection } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { Menu, type MenuItem } from "@/components/menu";
import { forgetDocuments, refreshLibrary } from "@/lib/library-changes";
import { useSession } from "@/lib/session";
import { showToast } from "@/lib/toasts";
import { library } from "@/words/en/library";
import { NameDialog } from "@/components/name-dialog";
import { collectionDetails } from "./queries";
import { isOwner } from "./roles";
import { ShareDialog } from "./share-dialog";

type Open = "rename" | "share" | "delete" | "leave";

/** What can be done with a collection: only what the role allows, and sharing only where there are accounts. */
export function CollectionMenu({ collection }: { collection: Collection }) {
  const session = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const owner = isOwner(collection);
  const path = { params: { path: { collection: collection.id } } };
  const gone = async (told: string) => {
    await navigate("/library");
    void forgetDocuments(queries, null);
    showToast({ text: told });
  };
  const items: (MenuItem | "line")[] = [
    ...(owner
      ? [
          { label: library.collection.rename, icon: <Pencil />, run: () => setOpen("rename") },
          "line" as const,
          {
            label: library.collection.delete,
            icon: <Trash2 />,
            tone: "loss" as const,
            run: () => setOpen("delete"),
          },
        ]
      : []),
    ...(collection.shared_by
      ? [{ label: library.collection.leave, icon: <LogOut />, run: () => setOpen("leave") }]
      : []),
  ];
  return (
    <>
      {owner && session.accounts && (
        <Button icon={<Users />} onClick={() => setOpen("share")}>
          {library.collection.share}
        </Button>
      )}
      {items.length > 0 && (
        <Menu
          items={items}
          trigger={<IconButton tone="plain" icon={<Ellipsis />} label={library.collection.more} />}
        />
      )}
      {open === "rename" && (
        <NameDialog
          title={library.collection.renameTitle}
          label={library.collection.name}
          action={library.collection.rename}
          initial={collection.name}
          maxLength={200}
          onName={async (name) => {
            await client.PATCH("/api/v1/collections/{collection}", { ...path, body: { name } });
            refreshLibrary(queries);
          }}
          onClose={close}
        />
      )}
      {open === "share" && <ShareDialog collection={collection} onClose={close} />}
      {open === "delete" && (
        <DeleteCollection
          collection={collection}
          onGone={() => gone(library.collection.deleted(collection.name))}
          onClose={close}
        />
      )}
      {open === "leave" && (
        <ConfirmDialog
          title={library.collection.leaveTitle(collection.name)}
          confirm={library.collection.leaveAction}
          onConfirm={async () => {
            await client.POST("/api/v1/collections/{collection}/leave", path);
            await gone(library.collection.left(collection.name));
          }}
          onClose={close}
        >
          <p>{library.collection.leaveText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface DeleteProps {
  collection: Collection;
  onGone: () => Promise<void>;
  onClose: () => void;
}

function DeleteCollection({ collection, onGone, onClose }: DeleteProps) {
  const details = useQuery(collectionDetails(collection.id));
  const remove = async () => {
    const query = { confirm: collection.name };
    await client.DELETE("/api/v1/collections/{collection}", {
      params: { path: { collection: collection.id }, query },
    });
    await onGone();
  };
  return (
    <ConfirmDialog
      title={library.collection.deleteTitle(collection.name)}
      confirm={library.collection.deleteAction}
      name={collection.name}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{library.collection.deleteText(details.data?.only_here ?? collection.documents)}</p>
    </ConfirmDialog>
  );
}
