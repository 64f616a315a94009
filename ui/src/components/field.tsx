import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import styles from "./field.module.css";

interface Labelled {
  label: string;
  /** Read out but not seen, where the place says what it is. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with the value, and how to mend it. */
  problem?: string | undefined;
}

interface FrameProps extends Labelled {
  id: string;
  children: ReactNode;
}

function Frame({ id, label, labelHidden = false, hint, problem, children }: FrameProps) {
  return (
    <div className={styles.frame}>
      <label htmlFor={id} className={labelHidden ? "heard" : styles.label}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** What is read out after the name: what the place says of it already, the hint, and what is wrong. */
function described(id: string, { hint, problem }: Labelled, already = "") {
  const ids = [
    already,
    hint === undefined ? "" : `${id}-hint`,
    problem === undefined ? "" : `${id}-problem`,
  ].filter(Boolean);
  return {
    ...(ids.length > 0 ? { "aria-describedby": ids.join(" ") } : {}),
    ...(problem === undefined ? {} : { "aria-invalid": true }),
  };
}

export type TextFieldProps = Labelled &
  InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> };

export function TextField({ label, labelHidden, hint, problem, className, ...rest }: TextFieldProps) {
  const id = useId();
  const frame = { label, labelHidden: labelHidden ?? false, hint, problem };
  return (
    <Frame id={id} {...frame}>
      <input
        id={id}
        className={clsx(styles.input, className)}
        // React's own comes too early for dialogs, which are not open yet.
        data-autofocus={rest.autoFocus === true ? "" : undefined}
        {...rest}
        {...described(id, frame, rest["aria-describedby"])}
      />
    </Frame>
  );
}

export type TextAreaProps = Labelled &
  TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> };

export function TextArea({ label, labelHidden, hint, problem, className, ...rest }: TextAreaProps) {
  const id = useId();
  const frame = { label, labelHidden: labelHidden ?? false, hint, problem };
  return (
    <Frame id={id} {...frame}>
      <textarea
        id={id}
        className={clsx(styles.input, styles.area, className)}
        {...rest}
        {...described(id, frame, rest["aria-describedby"])}
      />
    </Frame>
  );
}

export type SelectProps = Labelled &
  SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> };

export function Select({ label, labelHidden, hint, problem, className, children, ...rest }: SelectProps) {
  const id = useId();
  const frame = { label, labelHidden: labelHidden ?? false, hint, problem };
  return (
    <Frame id={id} {...frame}>
      <div className={styles.choice}>
        <select
          id={id}
          className={clsx(styles.input, styles.select, className)}
          {...rest}
          {...described(id, frame, rest["aria-describedby"])}
        >
          {children}
        </select>
        <ChevronDown aria-hidden="true" />
      </div>
    </Frame>
  );
}

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: string;
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Looks like a switch: for what takes effect at once. */
  asSwitch?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function Check({
  label,
  labelHidden = false,
  hint,
  asSwitch = false,
  className,
  ...rest
}: CheckProps) {
  const id = useId();
  return (
    <div className={clsx(styles.check, className)}>
      <input
        id={id}
        type="checkbox"
        className={asSwitch ? styles.switch : styles.box}
        {...(asSwitch ? { role: "switch" } : {})}
        {...(hint === undefined ? {} : { "aria-describedby": `${id}-hint` })}
        {...rest}
      />
      <label htmlFor={id} className={labelHidden ? "heard" : undefined}>
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={clsx(styles.hint, styles.beside)}>
          {hint}
        </p>
      )}
    </div>
  );
}
