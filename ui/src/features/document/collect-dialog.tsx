import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Collection, DocumentDetails } from "@/api/shapes";
import { Select } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { Skeleton } from "@/components/states";
import { collectionsQuery } from "@/lib/queries";
import { document as words } from "@/words/en/document";

interface CollectDialogProps {
  details: DocumentDetails;
  onCollect: (collection: Collection) => Promise<unknown>;
  onClose: () => void;
}

/** Puts the document into one more of the collections that may be changed. */
export function CollectDialog({ details, onCollect, onClose }: CollectDialogProps) {
  const collections = useQuery(collectionsQuery);
  const within = new Set(details.collections.map(({ id }) => id));
  const possible = collections.data?.filter((one) => one.role !== "viewer" && !within.has(one.id)) ?? [];
  const [id, setId] = useState<string | null>(null);
  const chosen = possible.find((one) => one.id === id) ?? possible[0];
  const adding = useMutation({ mutationFn: onCollect, onSuccess: onClose });
  return (
    <FormDialog
      title={words.collect.title}
      action={words.collect.add}
      ready={chosen !== undefined}
      busy={adding.isPending}
      error={adding.error ?? collections.error}
      onSubmit={() => chosen && adding.mutate(chosen)}
      onClose={onClose}
    >
      {collections.isPending && <Skeleton lines={1} />}
      {collections.data && possible.length === 0 && <p>{words.collect.none}</p>}
      {chosen && (
        <Select
          label={words.collect.label}
          value={chosen.id}
          onChange={(event) => setId(event.currentTarget.value)}
        >
          {possible.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
    </FormDialog>
  );
}
