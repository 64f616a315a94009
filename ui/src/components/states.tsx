import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode, Suspense } from "react";
import { errorText } from "@/lib/error-text";
import { words } from "@/words";
import { Button } from "./button";
import styles from "./states.module.css";

interface EmptyProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  /** 1 where it is all that a screen has. */
  level?: 1 | 2;
}

/** Nothing is here yet: one sentence that says what could be, and the way to it. */
export function EmptyState({ title, children, icon, actions, level = 2 }: EmptyProps) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <Heading>{title}</Heading>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

interface ErrorProps {
  error: unknown;
  /** What was kept: "The other 41 pages are in your library." */
  kept?: string;
  onRetry?: () => void;
}

/** What happened, what was kept, one button that helps. */
export function ErrorState({ error, kept, onRetry }: ErrorProps) {
  const { what, remedy } = errorText(error);
  return (
    <div className={styles.state} role="alert">
      <h2>{what}</h2>
      {(remedy || kept) && (
        <p className={styles.text}>
          {remedy} {kept}
        </p>
      )}
      {onRetry && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{words.actions.retry}</Button>
        </div>
      )}
    </div>
  );
}

/** What is loading, with its height reserved: grey lines where text will be. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: number }) {
  return (
    <div
      role="status"
      className={styles.skeleton}
      style={height === undefined ? undefined : { minHeight: height }}
    >
      <span className="heard">{words.states.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.bar} style={{ width: `${[92, 78, 86, 64][line % 4] ?? 80}%` }} />
      ))}
    </div>
  );
}

interface RegionProps {
  children: ReactNode;
  fallback?: ReactNode;
  /** A change of it tries again: the address of a screen, for one. */
  resetKey?: string;
}

/** A part of a screen that loads and fails by itself: a broken side panel does not take the page with it. */
export function Region({ children, fallback = <Skeleton />, resetKey = "" }: RegionProps) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Boundary key={resetKey} onReset={reset}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

class Boundary extends Component<{ children: ReactNode; onReset: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <ErrorState
        error={this.state.error}
        onRetry={() => {
          this.props.onReset();
          this.setState({ error: null });
        }}
      />
    );
  }
}
