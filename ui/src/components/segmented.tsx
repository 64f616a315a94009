import { type ReactNode, useId } from "react";
import styles from "./segmented.module.css";

interface SegmentedProps<Value extends string> {
  /** What is chosen, for readers by ear. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode; iconOnly?: boolean }[];
  onChange: (value: Value) => void;
}

/** One of a few, side by side. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className="heard">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={styles.option}
          title={option.iconOnly ? option.label : undefined}
        >
          <input
            type="radio"
            name={name}
            className="heard"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.icon && (
            <span className={styles.icon} aria-hidden="true">
              {option.icon}
            </span>
          )}
          <span className={option.iconOnly ? "heard" : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
