import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./tabs.module.css";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  selected: Name;
  onSelect: (name: Name) => void;
  children: ReactNode;
}

/** Tabs and the panel of the one selected: arrows, Home and End move. */
export function Tabs<Name extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.name === selected);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const place = (to + tabs.length) % tabs.length;
    const next = tabs[place];
    if (!next) return;
    onSelect(next.name);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]").item(place).focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(tab.name)}
            onKeyDown={move}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`} className={styles.panel}>
        {children}
      </div>
    </>
  );
}
