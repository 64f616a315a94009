import { Check } from "@/components/field";
import { map as words } from "@/words/en/map";
import styles from "./filter-row.module.css";
import { isBetweenDocuments, isShown, type LinkFilter, type MapLink, type MapModel } from "./graph-model";

interface FilterRowProps {
  id: string;
  model: MapModel;
  filter: LinkFilter;
  onFilter: (filter: LinkFilter) => void;
}

const KINDS: readonly MapLink["kind"][] = ["shares", "cites", "contains", "follows"];
const STRONGEST = 60;

/** Which links are shown; each kind with the line that stands for it. */
export function FilterRow({ id, model, filter, onFilter }: FilterRowProps) {
  const present = new Set(model.links.map((link) => link.kind));
  const between = model.links.filter(isBetweenDocuments);
  const percent = Math.round(filter.strength * 100);
  return (
    <fieldset id={id} className={styles.row}>
      <legend className="heard">{words.filter.title}</legend>
      {KINDS.filter((kind) => present.has(kind)).map((kind) => (
        <span key={kind} className={styles.kind}>
          <Check
            label={words.filter.kinds[kind]}
            checked={filter.kinds.has(kind)}
            onChange={(event) => {
              const kinds = new Set(filter.kinds);
              if (event.target.checked) kinds.add(kind);
              else kinds.delete(kind);
              onFilter({ ...filter, kinds });
            }}
          />
          <span className={styles.sample} data-kind={kind} aria-hidden="true" />
        </span>
      ))}
      {present.has("shares") && (
        <label className={styles.strength}>
          <span>{words.filter.strength}</span>
          <input
            type="range"
            min={0}
            max={STRONGEST}
            value={percent}
            aria-valuetext={words.filter.strengthValue(percent)}
            onChange={(event) => onFilter({ ...filter, strength: event.target.valueAsNumber / 100 })}
          />
          <span className={styles.value}>{words.filter.strengthValue(percent)}</span>
        </label>
      )}
      <p className={styles.shown} role="status">
        {words.filter.shown(between.filter((link) => isShown(link, filter)).length, between.length)}
      </p>
    </fieldset>
  );
}
