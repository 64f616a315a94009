import { queryOptions, useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { client, must, type Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { Select, TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { sentence } from "@/lib/error-text";
import { collectionsQuery } from "@/lib/queries";
import { showError } from "@/lib/toasts";
import { doWithUndo } from "@/lib/undo";
import { settings } from "@/words/en/settings";
import styles from "./forms.module.css";
import { Line } from "./line";
import { Panel } from "./panel";

const words = settings.watched;
type Watched = Schemas["WatchedShape"];

const watchedQuery = queryOptions({
  queryKey: ["watched"],
  queryFn: async (): Promise<Watched[]> => must(await client.GET("/api/v1/watched")).items,
  refetchInterval: 15_000, // files come and go on the server's disk
});

/** Folders whose files are followed. */
export function WatchedSection() {
  const folders = useSuspenseQuery(watchedQuery).data;
  const [adding, setAdding] = useState(false);
  return (
    <>
      <p>{words.detail}</p>
      <Panel
        title={words.title}
        action={
          <Button tone="primary" icon={<Plus />} onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        }
      >
        {folders.length === 0 && <p className={styles.empty}>{words.none}</p>}
        {folders.map((folder) => (
          <Folder key={folder.id} folder={folder} />
        ))}
      </Panel>
      {adding && <AddFolder onClose={() => setAdding(false)} />}
    </>
  );
}

function Folder({ folder }: { folder: Watched }) {
  const queries = useQueryClient();
  const collections = useQuery(collectionsQuery).data;
  const into = collections?.find(({ id }) => id === folder.collection)?.name;
  const path = { watched: folder.id };
  const pause = useMutation({
    mutationFn: (paused: boolean) =>
      client.PATCH("/api/v1/watched/{watched}", { params: { path }, body: { paused } }),
    onSuccess: () => queries.invalidateQueries(watchedQuery),
    onError: showError,
  });
  const remove = () => {
    const before = queries.getQueryData(watchedQuery.queryKey);
    doWithUndo({
      text: words.removed(folder.path),
      apply: () =>
        queries.setQueryData(watchedQuery.queryKey, (some) => some?.filter(({ id }) => id !== folder.id)),
      revert: () => queries.setQueryData(watchedQuery.queryKey, before),
      commit: ({ keepalive }) => client.DELETE("/api/v1/watched/{watched}", { params: { path }, keepalive }),
    });
  };
  const facts = [
    words.files(folder.files),
    ...(into === undefined ? [] : [words.into(into)]),
    ...(folder.paused ? [words.paused] : []),
  ].join(" · ");
  return (
    <Line
      label={
        <span dir="auto" className={styles.path}>
          {folder.path}
        </span>
      }
      hint={
        <>
          <span dir="auto">{facts}</span>
          {folder.failure && (
            <p className={styles.failure} dir="auto">
              {sentence(folder.failure)}
            </p>
          )}
        </>
      }
    >
      <Button
        size="s"
        busy={pause.isPending}
        aria-label={folder.paused ? words.resumeOf(folder.path) : words.pauseOf(folder.path)}
        onClick={() => pause.mutate(!folder.paused)}
      >
        {folder.paused ? words.resume : words.pause}
      </Button>
      <Button size="s" tone="loss" aria-label={words.removeOf(folder.path)} onClick={remove}>
        {words.remove}
      </Button>
    </Line>
  );
}

function AddFolder({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const collections = useQuery(collectionsQuery).data ?? [];
  const [path, setPath] = useState("");
  const [collection, setCollection] = useState("");
  const add = useMutation({
    mutationFn: (body: Schemas["WatchedNew"]) => client.POST("/api/v1/watched", { body }),
    onSuccess: async () => {
      await queries.invalidateQueries(watchedQuery);
      onClose();
    },
  });
  return (
    <FormDialog
      title={words.add}
      action={words.add}
      busy={add.isPending}
      error={add.error}
      onSubmit={() => add.mutate({ path: path.trim(), collection: collection || null })}
      onClose={onClose}
    >
      <TextField
        label={words.path}
        hint={words.pathHint}
        required
        maxLength={4000}
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <Select
        label={words.collection}
        value={collection}
        onChange={(event) => setCollection(event.target.value)}
      >
        <option value="">{words.default}</option>
        {collections.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
