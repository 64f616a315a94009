import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Check, Select, TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { isAdmin, useSession } from "@/lib/session";
import { settings } from "@/words/en/settings";
import { makeToken } from "./account-queries";
import styles from "./forms.module.css";

const words = settings.tokens;
type Scope = Schemas["TokenScope"];

const SCOPES: readonly Scope[] = ["read", "ask", "write", "account", "admin"];
const DAYS = ["7", "30", "90", "365", ""] as const;

interface TokenDialogProps {
  onClose: () => void;
  onMade: (secret: string) => void;
}

/** What a new token is for, what it may do, how long it lasts. */
export function TokenDialog({ onClose, onMade }: TokenDialogProps) {
  const session = useSession();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(["read", "ask"]));
  const [days, setDays] = useState<string>("90");
  const make = useMutation({ mutationFn: makeToken, onSuccess: ({ secret }) => onMade(secret) });
  const offered = SCOPES.filter((scope) => scope !== "admin" || isAdmin(session));
  const choose = (scope: Scope, chosen: boolean) =>
    setScopes((before) => new Set(chosen ? [...before, scope] : [...before].filter((one) => one !== scope)));
  return (
    <FormDialog
      title={words.make}
      action={words.create}
      ready={scopes.size > 0}
      busy={make.isPending}
      error={make.error}
      onSubmit={() =>
        make.mutate({
          name: name.trim(),
          scopes: offered.filter((scope) => scopes.has(scope)),
          days: days === "" ? null : Number(days),
        })
      }
      onClose={onClose}
    >
      <TextField
        label={words.name}
        placeholder={words.namePlaceholder}
        required
        maxLength={100}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles.group}>
        <legend>{words.scopes}</legend>
        {offered.map((scope) => (
          <Check
            key={scope}
            label={words.scope[scope]}
            hint={words.scopeHint[scope]}
            checked={scopes.has(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          />
        ))}
      </fieldset>
      <Select label={words.days} value={days} onChange={(event) => setDays(event.target.value)}>
        {DAYS.map((choice) => (
          <option key={choice} value={choice}>
            {words.dayChoices[choice]}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
