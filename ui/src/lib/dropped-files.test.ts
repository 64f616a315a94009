import { describe, expect, it } from "vitest";
import { chosenFiles, droppedFiles } from "./dropped-files";

const file = (name: string) => new File(["x"], name);
const fileEntry = (name: string) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (done: (file: File) => void) => done(file(name)),
});
/** Gives its children two at a time, as browsers give a hundred. */
const folderEntry = (name: string, children: object[]) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const left = [...children];
    return { readEntries: (done: (part: object[]) => void) => done(left.splice(0, 2)) };
  },
});
const item = (entry: object | null, plain: File | null = null) => ({
  kind: "file",
  webkitGetAsEntry: () => entry,
  getAsFile: () => plain,
});
const drop = (...items: object[]) => droppedFiles({ items } as unknown as DataTransfer);
const names = (files: readonly File[]) => files.map(({ name }) => name);

describe("what is dropped", () => {
  it("brings the files of folders in folders, however many parts these come in", async () => {
    const inner = folderEntry("inner", [fileEntry("e.pdf")]);
    const folder = folderEntry("papers", [fileEntry("b.pdf"), fileEntry("a.pdf"), fileEntry("c.pdf"), inner]);
    const { files, skipped } = await drop(item(folder), item(fileEntry("z.pdf")));
    expect(names(files)).toEqual(["a.pdf", "b.pdf", "c.pdf", "e.pdf", "z.pdf"]);
    expect(skipped).toBe(0);
  });

  it("leaves out what systems keep beside documents, and says how much", async () => {
    const folder = folderEntry("papers", [
      fileEntry(".DS_Store"),
      fileEntry("~$a.docx"),
      folderEntry(".git", [fileEntry("config")]),
      fileEntry("a.docx"),
    ]);
    const { files, skipped } = await drop(item(folder));
    expect(names(files)).toEqual(["a.docx"]);
    expect(skipped).toBe(2);
  });

  it("takes pasted files, which are no entries, and no text", async () => {
    const { files } = await drop({ kind: "string", webkitGetAsEntry: () => null }, item(null, file("p.pdf")));
    expect(names(files)).toEqual(["p.pdf"]);
  });

  it("leaves out hidden files of a folder that was chosen", () => {
    const hidden = file("HEAD");
    Object.defineProperty(hidden, "webkitRelativePath", { value: "papers/.git/HEAD" });
    const chosen = chosenFiles([file("a.pdf"), hidden] as unknown as FileList);
    expect(names(chosen.files)).toEqual(["a.pdf"]);
    expect(chosen.skipped).toBe(1);
  });
});
