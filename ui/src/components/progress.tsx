import styles from "./progress.module.css";

interface ProgressProps {
  label: string;
  /** 0…1; null while it is not known. */
  share: number | null;
}

export function Progress({ label, share }: ProgressProps) {
  const percent = share === null ? null : Math.round(Math.max(0, Math.min(1, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { "aria-valuenow": percent })}
      className={styles.track}
    >
      <div
        className={percent === null ? styles.unknown : styles.done}
        style={{ transform: `scaleX(${(percent ?? 30) / 100})` }}
      />
    </div>
  );
}
