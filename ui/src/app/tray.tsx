import { useVirtualizer } from "@tanstack/react-virtual";
import { ChevronDown, ChevronUp, Pause, Play, RotateCcw, X } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Button, IconButton } from "@/components/button";
import { Progress } from "@/components/progress";
import { announce } from "@/lib/announce";
import { useFollowJobs } from "@/lib/follow-jobs";
import { jobsState } from "@/lib/jobs";
import { changePreferences, usePreferences } from "@/lib/preferences";
import { clearUploads, pauseUploads, resumeUploads, uploads, warnWhileSending } from "@/lib/send-uploads";
import { useStore } from "@/lib/store";
import { isUnsent } from "@/lib/uploads";
import { putAway, works } from "@/lib/work";
import { tray } from "@/words/en/tray";
import { cancelRows, retryRows } from "./tray-deeds";
import { TrayLine } from "./tray-line";
import { trayRows } from "./tray-rows";
import { traySummary } from "./tray-summary";
import styles from "./tray.module.css";

/** What has ended well leaves by itself after a while. */
const LINGER_MS = 8000;

/** Long work, docked at the bottom of every screen: no screen waits for it. */
export function Tray() {
  useFollowJobs();
  const [open, setOpen] = useState(false);
  const [since, setSince] = useState<number | null>(null);
  const panel = useId();
  const jobs = useStore(jobsState);
  const sent = useStore(uploads);
  const work = useStore(works);
  const seen = Math.min(usePreferences().jobsSeen, jobs.version);
  if (since === null && jobs.known) setSince(jobs.version);

  useEffect(() => {
    window.addEventListener("beforeunload", warnWhileSending);
    return () => window.removeEventListener("beforeunload", warnWhileSending);
  }, []);

  const sources = useMemo(
    () => ({ jobs, uploads: sent, works: work, since: since ?? Infinity, seen }),
    [jobs, sent, work, since, seen],
  );
  const summary = useMemo(() => traySummary(sources), [sources]);
  const told = summary !== null && !summary.active ? summary.text : "";
  useEffect(() => {
    if (told) announce(told);
  }, [told]);
  const leaves = told !== "" && !open && summary?.failures === false;
  useEffect(() => {
    if (!leaves) return;
    const timer = setTimeout(clear, LINGER_MS);
    return () => clearTimeout(timer);
  }, [leaves]);

  if (summary === null) return null;
  const unsent = sent.uploads.some(isUnsent);
  return (
    <section className={styles.tray} aria-label={tray.label} data-docked>
      {open && <TrayPanel id={panel} sources={sources} />}
      {summary.share !== null && <Progress label={summary.text} share={summary.share} />}
      <div className={styles.bar}>
        <button
          type="button"
          className={styles.summary}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          aria-label={`${summary.text}. ${open ? tray.hide : tray.show}`}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          <span dir="auto">{summary.text}</span>
        </button>
        {sent.stopped && (
          <span className={styles.stopped}>
            {sent.stopped.what} {sent.stopped.remedy}
          </span>
        )}
        {unsent && !sent.paused && (
          <Button size="s" tone="quiet" icon={<Pause />} onClick={pauseUploads}>
            {tray.pause}
          </Button>
        )}
        {unsent && sent.paused && (
          <Button size="s" icon={<Play />} onClick={resumeUploads}>
            {tray.resume}
          </Button>
        )}
        {!summary.active && <IconButton size="s" icon={<X />} label={tray.putAway} onClick={clear} />}
      </div>
    </section>
  );
}

function clear(): void {
  clearUploads();
  for (const work of works.get()) if (work.state !== "running") putAway(work.id);
  changePreferences({ jobsSeen: jobsState.get().version });
}

const LINE_HEIGHT = 56;

function TrayPanel({ id, sources }: { id: string; sources: Parameters<typeof trayRows>[0] }) {
  const rows = useMemo(() => trayRows(sources), [sources]);
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 6,
  });
  const stoppable = rows.filter((row) => row.cancel);
  const again = rows.filter((row) => row.retry);
  return (
    <div id={id} className={styles.panel}>
      {(stoppable.length > 1 || again.length > 1) && (
        <div className={styles.deeds}>
          {again.length > 1 && (
            <Button size="s" tone="quiet" icon={<RotateCcw />} onClick={() => retryRows(again)}>
              {tray.retryAll}
            </Button>
          )}
          {stoppable.length > 1 && (
            <Button size="s" tone="quiet" icon={<X />} onClick={() => cancelRows(stoppable)}>
              {tray.cancelAll}
            </Button>
          )}
        </div>
      )}
      <div ref={scroller} className={styles.scroller}>
        <ul style={{ height: lines.getTotalSize(), position: "relative" }}>
          {lines.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                <TrayLine
                  key={row.key}
                  row={row}
                  index={item.index}
                  top={item.start}
                  measure={lines.measureElement}
                />
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}
