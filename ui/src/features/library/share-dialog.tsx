import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type SubmitEvent, useState } from "react";
import { client, type Schemas } from "@/api/client";
import type { Collection, Role } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { Select, TextField } from "@/components/field";
import { ErrorNotice } from "@/components/notice";
import { ErrorState, Skeleton } from "@/components/states";
import { words } from "@/words";
import { library } from "@/words/en/library";
import styles from "./dialogs.module.css";
import { sharesQuery } from "./queries";

const ROLES = ["viewer", "editor", "owner"] as const satisfies readonly Role[];

/** Who may use a collection, and what they may do; every change counts at once. */
export function ShareDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const shares = useQuery(sharesQuery(collection.id));
  const path = { collection: collection.id };
  const share = useShares(collection.id, (who: { name: string; role: Role }) =>
    client.PUT("/api/v1/collections/{collection}/shares", { params: { path }, body: who }),
  );
  const remove = useShares(collection.id, (account: string) =>
    client.DELETE("/api/v1/collections/{collection}/shares/{account}", {
      params: { path: { ...path, account } },
    }),
  );
  return (
    <Dialog
      wide={false}
      title={library.collection.shareTitle(collection.name)}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {words.actions.done}
        </Button>
      }
    >
      <h3>{library.share.people}</h3>
      {shares.isPending && <Skeleton lines={2} height={96} />}
      {shares.isError && <ErrorState error={shares.error} onRetry={() => void shares.refetch()} />}
      {shares.data && (
        <ul className={styles.people}>
          {shares.data.map((one) => (
            <Person
              key={one.account}
              share={one}
              onRole={(role) => share.mutate({ name: one.name, role })}
              onRemove={() => remove.mutate(one.account)}
            />
          ))}
        </ul>
      )}
      <NewShare onShare={(who) => share.mutateAsync(who)} busy={share.isPending} />
      <ErrorNotice error={share.error ?? remove.error} />
    </Dialog>
  );
}

function useShares<Given>(collection: string, change: (given: Given) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: sharesQuery(collection).queryKey }),
  });
}

interface PersonProps {
  share: Schemas["ShareShape"];
  onRole: (role: Role) => void;
  onRemove: () => void;
}

function Person({ share, onRole, onRemove }: PersonProps) {
  return (
    <li className={styles.person}>
      <span className={styles.who} dir="auto">
        {share.name}
      </span>
      {share.holder ? (
        <span className={styles.holder}>{library.share.holder}</span>
      ) : (
        <>
          <div className={styles.role}>
            <RoleSelect
              label={library.share.roleOf(share.name)}
              value={share.role}
              onChange={onRole}
              hidden
            />
          </div>
          <IconButton size="s" icon={<X />} label={library.share.remove(share.name)} onClick={onRemove} />
        </>
      )}
    </li>
  );
}

function NewShare({
  onShare,
  busy,
}: {
  onShare: (who: { name: string; role: Role }) => Promise<unknown>;
  busy: boolean;
}) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim() === "" || busy) return;
    onShare({ name: name.trim(), role }).then(
      () => setName(""),
      () => undefined, // shown below the form; what was typed stays
    );
  };
  return (
    <form className={styles.new} onSubmit={submit}>
      <TextField
        label={library.share.add}
        placeholder={library.share.account}
        value={name}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      <RoleSelect label={library.share.role} value={role} onChange={setRole} />
      <Button type="submit" busy={busy} disabled={name.trim() === ""}>
        {library.share.addAction}
      </Button>
    </form>
  );
}

interface RoleSelectProps {
  label: string;
  value: Role;
  onChange: (role: Role) => void;
  hidden?: boolean;
}

function RoleSelect({ label, value, onChange, hidden = false }: RoleSelectProps) {
  return (
    <Select
      label={label}
      labelHidden={hidden}
      value={value}
      onChange={(event) => {
        const role = ROLES.find((one) => one === event.target.value);
        if (role) onChange(role);
      }}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {library.share.roles[role]}
        </option>
      ))}
    </Select>
  );
}
