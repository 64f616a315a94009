import { RotateCcw, Undo2 } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/button";
import { Check, Select, TextField } from "@/components/field";
import { sizeText } from "@/lib/format";
import { useStore } from "@/lib/store";
import { settings as words } from "@/words/en/settings";
import { drafts, dropDraft, setDraft } from "./drafts";
import styles from "./setting-field.module.css";
import {
  changes,
  draftOf,
  kindOf,
  nameOf,
  parse,
  type Setting,
  valueText,
  variableOf,
} from "./setting-model";

/** One setting: its name and meaning, the field that fits what is allowed, and what it was or is by default. */
export function SettingField({ setting }: { setting: Setting }) {
  const id = useId();
  const written = useStore(drafts)[setting.key];
  const name = nameOf(setting.key);
  const changed = written !== undefined && changes(setting, written);
  // Null stands for the default, which may be another one than the page knows only if the server changed.
  const shown = written === undefined ? draftOf(setting.value) : (written ?? draftOf(setting.default));
  return (
    <div className={styles.row} data-changed={changed || undefined}>
      <div className={styles.meaning}>
        <p className={styles.name} aria-hidden="true">
          {name}
        </p>
        <p id={id} className={styles.description} dir="auto">
          {setting.description
            .split("`")
            .map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part))}
        </p>
      </div>
      <div className={styles.control}>
        {setting.editable ? (
          <Control setting={setting} name={name} shown={shown} describedBy={id} />
        ) : (
          <ReadOnly setting={setting} name={name} />
        )}
        <Facts setting={setting} changed={changed} isDefault={written === null} />
      </div>
    </div>
  );
}

interface ControlProps {
  setting: Setting;
  name: string;
  shown: string | boolean;
  describedBy: string;
}

function Control({ setting, name, shown, describedBy }: ControlProps) {
  const kind = kindOf(setting);
  const shared = { label: name, labelHidden: true, "aria-describedby": describedBy };
  if (kind.kind === "switch" || typeof shown === "boolean") {
    return (
      <Check
        {...shared}
        asSwitch
        checked={shown === true}
        onChange={(event) => setDraft(setting.key, event.target.checked)}
      />
    );
  }
  if (kind.kind === "choice") {
    return (
      <Select {...shared} value={shown} onChange={(event) => setDraft(setting.key, event.target.value)}>
        {kind.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    );
  }
  const { problem, value } = parse(kind, shown);
  return (
    <TextField
      {...shared}
      className={kind.kind === "number" ? styles.number : undefined}
      inputMode={kind.kind === "number" ? (kind.whole ? "numeric" : "decimal") : "text"}
      autoComplete="off"
      spellCheck={false}
      dir="auto"
      problem={problem}
      {...(setting.key.endsWith("_bytes") && typeof value === "number" ? { hint: sizeText(value) } : {})}
      value={shown}
      onChange={(event) => setDraft(setting.key, event.target.value)}
    />
  );
}

function ReadOnly({ setting, name }: { setting: Setting; name: string }) {
  return (
    <>
      <p>
        <span className="heard">{name}</span>
        <span className={styles.value} dir="auto">
          {valueText(setting.value)}
        </span>
      </p>
      <p className={styles.fact}>
        {setting.source === "environment" ? (
          words.field.environment(variableOf(setting.key))
        ) : (
          <>
            {words.field.serverOnly} <code>{words.field.serverCommand(setting.key)}</code>
          </>
        )}
      </p>
    </>
  );
}

interface FactsProps {
  setting: Setting;
  changed: boolean;
  isDefault: boolean;
}

/** What the value was, is by default, or is until the next start; and the ways back. */
function Facts({ setting, changed, isDefault }: FactsProps) {
  const name = nameOf(setting.key);
  const resettable = setting.editable && setting.source === "file" && !isDefault;
  return (
    <>
      {setting.value !== setting.in_force && (
        <p className={styles.fact}>{words.field.inForce(valueText(setting.in_force))}</p>
      )}
      {(changed || setting.source !== "default") && (
        <p className={styles.fact}>{words.field.default(valueText(setting.default))}</p>
      )}
      {(changed || resettable) && (
        <div className={styles.ways}>
          {changed && (
            <Button
              size="s"
              tone="quiet"
              icon={<Undo2 />}
              aria-label={words.field.undoOf(name)}
              onClick={() => dropDraft(setting.key)}
            >
              {words.field.undo}
            </Button>
          )}
          {resettable && (
            <Button
              size="s"
              tone="quiet"
              icon={<RotateCcw />}
              aria-label={words.field.resetOf(name)}
              onClick={() => setDraft(setting.key, null)}
            >
              {words.field.reset}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
