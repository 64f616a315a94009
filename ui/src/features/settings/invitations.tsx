import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "@/api/client";
import { Button } from "@/components/button";
import { Check, TextField } from "@/components/field";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { FormDialog } from "@/components/form-dialog";
import { whenText } from "@/lib/format";
import { settings } from "@/words/en/settings";
import styles from "./forms.module.css";
import { Line } from "./line";
import { MadeSecret } from "./made-secret";
import { Panel } from "./panel";
import { type Invitation, invitationsQuery, invite, revokeInvitation, wholeLink } from "./people-queries";

const words = settings.people;

/** Links with which others make an account. */
export function Invitations() {
  const invitations = useSuspenseQuery(invitationsQuery).data;
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<Schemas["Link"] | null>(null);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const refresh = () => queries.invalidateQueries(invitationsQuery);
  return (
    <Panel
      title={words.invitations}
      action={
        <Button icon={<Plus />} onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      }
    >
      {invitations.length === 0 && <p className={styles.empty}>{words.noInvitations}</p>}
      {invitations.map((one) => (
        <Line key={one.id} label={<span dir="auto">{one.note || words.forAnybody}</span>} hint={factsOf(one)}>
          <Button
            size="s"
            tone="loss"
            aria-label={words.revokeOf(one.note || words.forAnybody)}
            onClick={() => setLeaving(one)}
          >
            {words.revoke}
          </Button>
        </Line>
      ))}
      {inviting && (
        <Invite
          onClose={() => setInviting(false)}
          onMade={(made) => {
            setInviting(false);
            setLink(made.link);
            void refresh();
          }}
        />
      )}
      {link && (
        <MadeSecret
          title={words.link.title}
          secret={wholeLink(link)}
          copy={words.link.copy}
          onClose={() => setLink(null)}
        >
          <p>{words.link.invitation}</p>
        </MadeSecret>
      )}
      {leaving && (
        <ConfirmDialog
          title={words.revokeOf(leaving.note || words.forAnybody)}
          confirm={words.revoke}
          onClose={() => setLeaving(null)}
          onConfirm={async () => {
            await revokeInvitation(leaving.id);
            await refresh();
          }}
        >
          <p>{words.revokeDetail}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function Invite({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: Schemas["MadeInvitation"]) => void;
}) {
  const [note, setNote] = useState("");
  const [days, setDays] = useState("7");
  const [admin, setAdmin] = useState(false);
  const make = useMutation({ mutationFn: invite, onSuccess: onMade });
  return (
    <FormDialog
      title={words.invite}
      action={words.invite}
      busy={make.isPending}
      error={make.error}
      onClose={onClose}
      onSubmit={() => make.mutate({ note: note.trim(), days: Number(days), admin })}
    >
      <TextField
        label={words.note}
        maxLength={200}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <TextField
        type="number"
        label={words.days}
        min={1}
        max={365}
        required
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <Check
        label={words.asAdmin}
        hint={words.asAdminHint}
        checked={admin}
        onChange={(event) => setAdmin(event.target.checked)}
      />
    </FormDialog>
  );
}

function factsOf(invitation: Invitation): string {
  const over = new Date(invitation.expires_at) <= new Date();
  return [
    invitation.admin && words.forAdmin,
    invitation.used_at !== null
      ? words.used(whenText(invitation.used_at))
      : over
        ? words.over
        : settings.tokens.until(whenText(invitation.expires_at)),
  ]
    .filter(Boolean)
    .join(" · ");
}
