import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { Check } from "@/components/field";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import styles from "./compare.module.css";
import { type Table, unreported } from "./table";

interface ColumnsDialogProps {
  table: Table;
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Which dimensions the table shows. */
export function ColumnsDialog({ table, hidden, onChange, onClose }: ColumnsDialogProps) {
  const empty = unreported(table);
  return (
    <Dialog
      wide
      title={compare.tools.columnsTitle}
      onClose={onClose}
      footer={
        <Button tone="primary" onClick={onClose}>
          {words.actions.done}
        </Button>
      }
    >
      <div className={styles.fieldsTools}>
        <Button size="s" disabled={hidden.size === 0} onClick={() => onChange(new Set())}>
          {compare.tools.showAll}
        </Button>
        {empty.length > 0 && (
          <Button size="s" onClick={() => onChange(new Set([...hidden, ...empty]))}>
            {compare.tools.hideUnreported}
          </Button>
        )}
      </div>
      <div className={styles.fields}>
        {table.columns.map(({ key, label }) => (
          <Check
            key={key}
            label={label}
            checked={!hidden.has(key)}
            onChange={(event) => {
              const next = new Set(hidden);
              if (event.target.checked) next.delete(key);
              else next.add(key);
              onChange(next);
            }}
          />
        ))}
      </div>
    </Dialog>
  );
}
