import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { client, must } from "@/api/client";
import { collectionsQuery } from "@/lib/queries";
import { library } from "@/words/en/library";
import { NameDialog } from "@/components/name-dialog";

/** Makes a collection and goes there. */
export function CreateCollection({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = async (name: string) => {
    const made = must(await client.POST("/api/v1/collections", { body: { name } }));
    await queries.invalidateQueries({ queryKey: collectionsQuery.queryKey });
    void navigate(`/library/${made.id}`);
  };
  return (
    <NameDialog
      title={library.collection.createTitle}
      label={library.collection.name}
      action={library.collection.createAction}
      maxLength={200}
      onName={create}
      onClose={onClose}
    />
  );
}
