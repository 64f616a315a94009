import { X } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./chip.module.css";

interface ChipProps {
  children: ReactNode;
  icon?: ReactNode;
  /** Makes it removable; the name says what goes: "Remove Fruit study from the scope". */
  onRemove?: () => void;
  removeLabel?: string;
}

export function Chip({ children, icon, onRemove, removeLabel }: ChipProps) {
  return (
    <span className={styles.chip}>
      {icon && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <span className={styles.text} dir="auto">
        {children}
      </span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
