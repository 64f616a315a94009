/** Compresses the files of the page beforehand: `pincite serve` sends what lies beside a file, and never compresses. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { PAGE } from "./page.mjs";

/** What is compressed already (fonts as woff2, pictures) would only become larger. */
const WORTH = new Set([".css", ".html", ".js", ".json", ".mjs", ".pfb", ".svg", ".ttf", ".txt", ".wasm"]);
/** Below it, the headers of an answer outweigh what is saved. */
const LEAST_BYTES = 1024;
const LEAST_SAVED = 0.05;

const forms = [
  [
    ".br",
    promisify(brotliCompress),
    { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } },
  ],
  [".gz", promisify(gzip), { level: constants.Z_BEST_COMPRESSION }],
];

const names = await readdir(PAGE, { recursive: true });
for (const name of names.filter((one) => WORTH.has(extname(one)))) {
  const content = await readFile(join(PAGE, name));
  if (content.length < LEAST_BYTES) {
    continue;
  }
  for (const [ending, compress, options] of forms) {
    const smaller = await compress(content, options);
    if (smaller.length < content.length * (1 - LEAST_SAVED)) {
      await writeFile(join(PAGE, name + ending), smaller);
    }
  }
}
