import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// Where `pincite serve` answers while the page is being worked on: `npm run dev` passes calls on to it.
const server = process.env["PINCITE_SERVER"] ?? "http://127.0.0.1:8750";

/**
 * What pdf.js reads at need, beside the page in `pdf/`: character maps, the fonts that PDFs need not bring along, and the
 * decoders in plain JavaScript, as the content policy allows no WebAssembly; with their licences.
 */
function pdfFiles(): Plugin {
  const source = fileURLToPath(new URL("./node_modules/pdfjs-dist/", import.meta.url));
  const folders = [
    { from: "cmaps", to: "cmaps", wanted: /\.bcmap$|^LICENSE/ },
    { from: "standard_fonts", to: "standard_fonts", wanted: /\.(pfb|ttf)$|^LICENSE/ },
    { from: "wasm", to: "decoders", wanted: /_nowasm_fallback\.js$|^LICENSE/ },
  ];
  const files = new Map<string, string>(
    folders.flatMap(({ from, to, wanted }) =>
      readdirSync(join(source, from))
        .filter((name) => wanted.test(name))
        .map((name) => [`pdf/${to}/${name}`, join(source, from, name)] as const),
    ),
  );
  return {
    name: "pdf-files",
    generateBundle() {
      for (const [fileName, path] of files)
        this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
    },
    configureServer({ middlewares }) {
      middlewares.use("/pdf", (request, response, next) => {
        const path = files.get(`pdf${(request.url ?? "").split("?")[0] ?? ""}`);
        if (path === undefined) next();
        else {
          if (path.endsWith(".js")) response.setHeader("Content-Type", "text/javascript");
          response.end(readFileSync(path));
        }
      });
    },
  };
}

export default defineConfig({
  plugins: [react(), pdfFiles()],
  // The page may be served below a path of a proxy: nothing in it is addressed from the root.
  base: "./",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: "../src/pincite/server/page",
    emptyOutDir: true,
    target: "es2023",
    // The content policy allows no data: scripts or styles; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      "/api": {
        target: server,
        changeOrigin: true,
        // The server takes calls of its own pages only: here, this one stands for them.
        configure: (proxy) => {
          proxy.on("proxyReq", (request) => {
            if (request.hasHeader("origin")) request.setHeader("origin", server);
          });
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/testing/setup.ts"],
    restoreMocks: true,
  },
});
