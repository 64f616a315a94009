import type { Schemas } from "@/api/client";
import type { CodePoints } from "@/lib/code-points";
import type { Mark } from "./marks";
import { MarkedText } from "./marked-text";
import styles from "./text-blocks.module.css";
import { TextTable } from "./text-table";

type Block = Schemas["BlockShape"];

export interface Told {
  text: CodePoints;
  marks: readonly Mark[];
  turn: number;
  onMark: (mark: Mark) => void;
}

const NO_HEADS: readonly string[] = [];

/** The blocks of a page in reading order, each as what it is. */
export function TextBlocks({
  blocks,
  heads,
  ...told
}: Told & { blocks: readonly Block[]; heads: readonly string[] }) {
  const continued = heads.length > 0 ? blocks.find((block) => block.table) : undefined;
  if (blocks.length === 0) {
    return (
      <p className={styles.plain} dir="auto">
        <MarkedText {...told} start={0} end={told.text.length} verbatim />
      </p>
    );
  }
  return grouped(blocks).map((group, at) =>
    Array.isArray(group) ? (
      <ul key={at} className={styles.list}>
        {group.map((item) => (
          <li
            key={item.start}
            dir="auto"
            data-bare={bare(told.text.slice(item.start, item.end)) || undefined}
            style={{ "--depth": Math.min(item.level, 6) }}
          >
            <MarkedText {...told} start={item.start} end={item.end} />
          </li>
        ))}
      </ul>
    ) : (
      <TextBlock key={at} block={group} told={told} heads={group === continued ? heads : NO_HEADS} />
    ),
  );
}

function TextBlock({ block, told, heads }: { block: Block; told: Told; heads: readonly string[] }) {
  const { start, end, kind, level, table } = block;
  const inside = <MarkedText {...told} start={start} end={end} verbatim={VERBATIM.has(kind)} />;
  if (kind === "table" && table) return <TextTable table={table} told={told} heads={heads} />;
  if (kind === "heading") {
    // The title of the screen or of the page beside stands above: below it, all headings of the document.
    return (
      <h2 className={styles.heading} data-level={Math.min(Math.max(level, 1), 4)} dir="auto">
        {inside}
      </h2>
    );
  }
  if (kind === "code") {
    return (
      <pre className={styles.code} dir="ltr">
        <code>{inside}</code>
      </pre>
    );
  }
  return (
    <p className={styles[kind] ?? styles.paragraph} dir="auto">
      {inside}
    </p>
  );
}

const VERBATIM: ReadonlySet<Block["kind"]> = new Set(["code", "formula", "table", "contents", "field"]);

/** Whether an item has no sign or number of its own: texts of PDFs bring theirs along, those of other formats do not. */
const bare = (item: string): boolean => !/^\s*(?:[\p{P}\p{S}\p{Co}]|[\p{L}\p{N}]{1,4}[.)])/u.test(item);

/** List items that follow each other are one list. */
function grouped(blocks: readonly Block[]): (Block | Block[])[] {
  const groups: (Block | Block[])[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind !== "list_item") groups.push(block);
    else if (Array.isArray(last)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}
