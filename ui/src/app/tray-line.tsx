import { CircleAlert, CircleCheck, CircleDashed, RotateCcw, X } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Link } from "react-router";
import { Button, IconButton } from "@/components/button";
import { TextField } from "@/components/field";
import { Progress } from "@/components/progress";
import { secondsText } from "@/lib/format";
import { retryJob } from "@/lib/jobs";
import { showError } from "@/lib/toasts";
import { tray } from "@/words/en/tray";
import { cancelRows, retryRows } from "./tray-deeds";
import type { TrayRow } from "./tray-rows";
import styles from "./tray.module.css";

const ICONS: Record<TrayRow["state"], ReactNode> = {
  running: null,
  waiting: <CircleDashed className={styles.waiting} />,
  failed: <CircleAlert className={styles.failed} />,
  done: <CircleCheck className={styles.done} />,
};

interface TrayLineProps {
  row: TrayRow;
  index: number;
  top: number;
  measure: (element: HTMLElement | null) => void;
}

export function TrayLine({ row, index, top, measure }: TrayLineProps) {
  const left = row.secondsLeft !== null && row.secondsLeft >= 1 ? row.secondsLeft : null;
  return (
    <li
      ref={measure}
      data-index={index}
      className={styles.line}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span className={styles.sign} aria-hidden="true">
        {ICONS[row.state]}
      </span>
      <div className={styles.what}>
        <p className={styles.name} dir="auto" title={row.name}>
          {row.path === null ? row.name : <Link to={row.path}>{row.name}</Link>}
        </p>
        <p className={row.state === "failed" ? styles.problem : styles.text}>
          {row.text} {row.remedy}
          {left !== null && ` · ${tray.left(secondsText(Math.ceil(left)))}`}
        </p>
        {row.state === "running" && <Progress label={tray.progress(row.name)} share={row.share} />}
        {row.password && "job" in row.of && <Password job={row.of.job.id} name={row.name} />}
      </div>
      {row.retry && (
        <IconButton
          size="s"
          icon={<RotateCcw />}
          label={tray.retry(row.name)}
          onClick={() => retryRows([row])}
        />
      )}
      {row.cancel && (
        <IconButton size="s" icon={<X />} label={tray.cancel(row.name)} onClick={() => cancelRows([row])} />
      )}
    </li>
  );
}

function Password({ job, name }: { job: string; name: string }) {
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!password) return;
    setBusy(true);
    retryJob(job, password)
      .catch(showError)
      .finally(() => setBusy(false));
  };
  return (
    <form className={styles.password} onSubmit={submit}>
      <TextField
        label={tray.password.of(name)}
        labelHidden
        placeholder={tray.password.label}
        type="password"
        autoComplete="off"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={busy}>
        {tray.password.open}
      </Button>
    </form>
  );
}
