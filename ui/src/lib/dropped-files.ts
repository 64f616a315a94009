/** What was dropped, pasted or chosen: files, those in folders as well. */
export interface Dropped {
  files: File[];
  /** Left out: what systems and programs keep beside documents. */
  skipped: number;
}

/** Folder listings, thumbnails and locks of open files: `.DS_Store`, `Thumbs.db`, `~$report.docx`. */
const HIDDEN = /^(\.|~\$|Thumbs\.db$|desktop\.ini$|__MACOSX$)/i;

/**
 * All files of a drop, folder by folder. The items of a drop can be asked only while the event is handled, so this asks
 * them at once, before it waits for anything.
 */
export async function droppedFiles(transfer: DataTransfer): Promise<Dropped> {
  const items = Array.from(transfer.items).filter((item) => item.kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry());
  const plain = items.flatMap((item, place) => (entries[place] ? [] : (item.getAsFile() ?? [])));
  const dropped: Dropped = { files: [], skipped: 0 };
  plain.forEach((file) => take(dropped, file));
  for (const entry of entries) if (entry) await walk(entry, dropped);
  return dropped;
}

/** Files of a picker; a folder picker gives all that is below the folder. */
export function chosenFiles(list: FileList | null): Dropped {
  const dropped: Dropped = { files: [], skipped: 0 };
  for (const file of list ?? []) take(dropped, file);
  return dropped;
}

function take(dropped: Dropped, file: File): void {
  const parts = (file.webkitRelativePath || file.name).split("/");
  if (parts.some((part) => HIDDEN.test(part))) dropped.skipped += 1;
  else dropped.files.push(file);
}

async function walk(entry: FileSystemEntry, dropped: Dropped): Promise<void> {
  if (HIDDEN.test(entry.name)) {
    dropped.skipped += entry.isFile ? 1 : 0;
  } else if (entry.isFile) {
    dropped.files.push(await fileOf(entry as FileSystemFileEntry));
  } else {
    for (const inside of await childrenOf(entry as FileSystemDirectoryEntry)) await walk(inside, dropped);
  }
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Browsers give a folder in parts of a hundred, and nothing at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all.sort((one, other) => one.name.localeCompare(other.name));
    all.push(...part);
  }
}
