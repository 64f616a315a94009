/** The one format that the browser draws itself, sharp and with its text. */
export const PDF = "application/pdf";

const PICTURED: ReadonlySet<string> = new Set([PDF, "image/png", "image/jpeg", "image/tiff", "image/webp"]);

/** Whether the server draws pictures of the pages; all other formats have text alone, and nothing is asked for. */
export const hasPictures = (mediaType: string): boolean => PICTURED.has(mediaType);

/** What a document looks like to somebody who searches a shelf. */
export type Kind = "text" | "slides" | "table" | "code" | "web" | "book" | "mail" | "picture";

const KINDS: readonly [RegExp, Kind][] = [
  [/presentation|powerpoint/, "slides"],
  [/sheet|excel|csv|tab-separated|parquet/, "table"],
  [/json|source|tex$/, "code"],
  [/html|multipart/, "web"],
  [/epub/, "book"],
  [/rfc822|outlook/, "mail"],
  [/^image/, "picture"],
];

export function kindOf(mediaType: string): Kind {
  return KINDS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? "text";
}

/** "XLSX": the ending of a file's name, as it is written on the card; empty where it has none. */
export function endingOf(fileName: string): string {
  return /\.([a-z0-9]{1,8})$/i.exec(fileName)?.[1]?.toUpperCase() ?? "";
}
