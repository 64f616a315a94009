import { fileURLToPath } from "node:url";

/** Where the page is built: as `outDir` in vite.config.ts. */
export const PAGE = fileURLToPath(new URL("../../src/pincite/server/page/", import.meta.url));
