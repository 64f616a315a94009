import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "@/api/shapes";
import { TextField } from "@/components/field";
import { FormDialog } from "@/components/form-dialog";
import { jobText } from "@/lib/job-text";
import { jobsState, readAgainHere, retryJob, wantsPassword } from "@/lib/jobs";
import { useStore } from "@/lib/store";
import { tray } from "@/words/en/tray";

/** Asks for the password of a document that is to be read again; as long as it is wrong, once more. */
export function PasswordAsked() {
  const job = wantsPassword(useStore(jobsState), useStore(readAgainHere));
  return job === undefined ? null : <PasswordDialog key={`${job.id} ${job.version}`} job={job} />;
}

function PasswordDialog({ job }: { job: Job }) {
  const [password, setPassword] = useState("");
  const open = useMutation({ mutationFn: () => retryJob(job.id, password) });
  // The tray still offers to do it later.
  const close = () => readAgainHere.set((all) => new Set([...all].filter((one) => one !== job.id)));
  return (
    <FormDialog
      title={tray.password.title}
      action={tray.password.open}
      ready={password !== ""}
      busy={open.isPending}
      error={open.error}
      onSubmit={() => open.mutate()}
      onClose={close}
    >
      <p dir="auto">{jobText(job)}</p>
      <TextField
        label={tray.password.label}
        hint={tray.password.kept}
        type="password"
        value={password}
        maxLength={1000}
        autoComplete="off"
        // The dialog was opened to write here.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  );
}
