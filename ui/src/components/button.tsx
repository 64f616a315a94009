import { clsx } from "clsx";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./button.module.css";
import { Tooltip } from "./tooltip";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary action a view; "quiet" for those beside it; "loss" for what takes something away. */
  tone?: "primary" | "plain" | "quiet" | "loss";
  size?: "m" | "s";
  icon?: ReactNode;
  /** Something is under way: the button stays where it is and cannot be pressed twice. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({
  tone = "plain",
  size = "m",
  icon,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(styles.button, styles[tone], styles[size], className)}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? undefined : rest.onClick}
    >
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "icon" | "children"> {
  icon: ReactNode;
  /** Its name, also shown as its tooltip. */
  label: string;
  /** The key that does the same. */
  keys?: string;
}

export function IconButton({
  icon,
  label,
  keys,
  tone = "quiet",
  size = "m",
  busy = false,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} {...(keys === undefined ? {} : { keys })}>
      <button
        type="button"
        aria-label={label}
        className={clsx(styles.button, styles[tone], styles[size], styles.square, className)}
        aria-disabled={busy || undefined}
        {...rest}
        onClick={busy ? undefined : rest.onClick}
      >
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
