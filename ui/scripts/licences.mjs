/**
 * Writes page/licences.json: every package that the page is made of, with its licence and that licence's text.
 *
 * What only builds or tests the page is not part of it, nor are types and what the packages ask for outside of browsers.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PAGE } from "./page.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const LICENCE = /^(licen[cs]e|copying|ofl)([._-].*)?$/i;

/** The texts in a package's own folder and one below: pdf.js keeps those of its fonts and decoders beside them. */
async function texts(folder) {
  const found = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isFile() && LICENCE.test(entry.name)) {
      found.push(path);
    } else if (entry.isDirectory() && entry.name !== "node_modules") {
      const inner = await readdir(path, { withFileTypes: true });
      found.push(
        ...inner.filter((one) => one.isFile() && LICENCE.test(one.name)).map((one) => join(path, one.name)),
      );
    }
  }
  return Promise.all(found.sort().map((path) => readFile(path, "utf8")));
}

const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8"));
const packages = Object.entries(lock.packages)
  .filter(([path, { dev, optional }]) => path && !dev && !optional && !path.includes("node_modules/@types/"))
  .map(([path, { version, license }]) => ({
    path,
    name: path.replace(/^.*node_modules\//, ""),
    version,
    license,
  }));

const listed = await Promise.all(
  packages.map(async ({ path, name, version, license }) => {
    if (!license) {
      throw new Error(`${name} ${version} declares no licence: find out which it is before it is shipped`);
    }
    const found = await texts(join(ROOT, path));
    return { name, version, licence: license, text: [...new Set(found)].join("\n\n").trim() };
  }),
);
listed.sort((one, other) => (one.name < other.name ? -1 : 1));
await writeFile(join(PAGE, "licences.json"), JSON.stringify(listed));
