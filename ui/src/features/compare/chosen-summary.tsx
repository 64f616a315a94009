import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { Button } from "@/components/button";
import { schemasQuery } from "@/lib/queries";
import { words } from "@/words";
import { compare } from "@/words/en/compare";
import type { Choice } from "./choice";
import styles from "./compare.module.css";

/** What was chosen, on one line, and the way back to it. */
export function ChosenSummary({ choice, onChange }: { choice: Choice; onChange: () => void }) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const builtIn = schemas.find(({ name }) => name === choice.schema)?.title ?? choice.schema;
  return (
    <div className={styles.summary}>
      <p className={styles.names}>
        <strong>{words.units.documents(choice.documents.length)}</strong>
        <span dir="auto">{choice.own?.name ?? builtIn ?? compare.schema.byKind}</span>
        {choice.dimensions !== null && <span>{compare.dimensions.count(choice.dimensions.length)}</span>}
        {choice.mode !== "auto" && <span>{compare.mode[choice.mode]}</span>}
      </p>
      <Button size="s" icon={<SlidersHorizontal />} onClick={onChange}>
        {compare.change}
      </Button>
    </div>
  );
}
