import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client, must } from "@/api/client";
import type { Collection } from "@/api/shapes";
import { Select, TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { collectionsQuery } from "@/lib/queries";
import { library } from "@/words/en/library";
import { mayChange } from "./roles";

interface PlaceDialogProps {
  title: string;
  action: string;
  /** Where they are already: not offered. */
  except: string | null;
  onChoose: (target: Collection) => Promise<void>;
  onClose: () => void;
}

const NEW = "new";

/** Which collection documents go to, one of those that may be changed or a new one. */
export function PlaceDialog({ title, action, except, onChoose, onClose }: PlaceDialogProps) {
  const queries = useQueryClient();
  const { data = [] } = useQuery(collectionsQuery);
  const targets = data.filter((one) => one.id !== except && mayChange(one));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState("");
  const target = chosen ?? targets[0]?.id ?? NEW;
  const act = useMutation({
    mutationFn: async () => {
      const known = targets.find((one) => one.id === target);
      const made = known ?? must(await client.POST("/api/v1/collections", { body: { name: name.trim() } }));
      if (!known) void queries.invalidateQueries({ queryKey: collectionsQuery.queryKey });
      void onChoose(made); // says itself what comes of it
    },
    onSuccess: onClose,
  });
  const ready = target !== NEW || name.trim() !== "";
  return (
    <FormDialog
      title={title}
      action={action}
      ready={ready}
      busy={act.isPending}
      error={act.error}
      onSubmit={() => act.mutate()}
      onClose={onClose}
    >
      <Select label={library.place.choose} value={target} onChange={(event) => setChosen(event.target.value)}>
        {targets.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
        <option value={NEW}>{library.place.newOne}</option>
      </Select>
      {target === NEW && (
        <TextField
          label={library.place.newName}
          value={name}
          maxLength={200}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
