import { Download, Image, List, SlidersHorizontal } from "lucide-react";
import type { Collection } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Check, Select, TextField } from "@/components/field";
import { Menu } from "@/components/menu";
import { Segmented } from "@/components/segmented";
import { downloadFrom } from "@/lib/download";
import { map as words } from "@/words/en/map";
import styles from "./map.module.css";
import { exportAddress, type MapLevel } from "./queries";

export type MapForm = "picture" | "list";

export interface MapControlsProps {
  form: MapForm;
  onForm: (form: MapForm) => void;
  level: MapLevel;
  onLevel: (level: MapLevel) => void;
  collection: string | null;
  collections: readonly Collection[];
  onCollection: (collection: string | null) => void;
  search: string;
  onSearch: (search: string) => void;
  /** How many nodes have the words looked for; null when nothing is looked for. */
  found: number | null;
  onNext: () => void;
  filterId: string;
  filterOpen: boolean;
  onFilterOpen: (open: boolean) => void;
}

export function MapControls(props: MapControlsProps) {
  return (
    <div className={styles.controls}>
      <Segmented
        label={words.view.label}
        value={props.form}
        options={[
          { value: "picture", label: words.view.picture, icon: <Image /> },
          { value: "list", label: words.view.list, icon: <List /> },
        ]}
        onChange={props.onForm}
      />
      <Check
        asSwitch
        label={words.sections}
        checked={props.level === "sections"}
        onChange={(event) => props.onLevel(event.target.checked ? "sections" : "documents")}
      />
      {(props.collections.length > 1 || props.collection !== null) && (
        <div className={styles.collection}>
          <Select
            label={words.collection.label}
            labelHidden
            value={props.collection ?? ""}
            onChange={(event) => props.onCollection(event.target.value || null)}
          >
            <option value="">{words.collection.all}</option>
            {props.collections.map((collection) => (
              <option key={collection.id} value={collection.id}>
                {collection.name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className={styles.find}>
        <TextField
          type="search"
          label={words.find.label}
          labelHidden
          placeholder={words.find.label}
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") props.onNext();
          }}
        />
        <span className={styles.found} role="status">
          {props.found !== null && words.find.found(props.found)}
        </span>
      </div>
      <Button
        tone="quiet"
        icon={<SlidersHorizontal />}
        aria-expanded={props.filterOpen}
        aria-controls={props.filterId}
        onClick={() => props.onFilterOpen(!props.filterOpen)}
      >
        {words.filter.open}
      </Button>
    </div>
  );
}

const FORMATS = ["svg", "dot", "json"] as const;

export function ExportMenu({ collection, level }: { collection: string | null; level: MapLevel }) {
  return (
    <Menu
      trigger={<IconButton tone="plain" icon={<Download />} label={words.export.label} />}
      items={FORMATS.map((format) => ({
        label: words.export[format],
        run: () => downloadFrom(exportAddress(collection, level, format), `map.${format}`),
      }))}
    />
  );
}
