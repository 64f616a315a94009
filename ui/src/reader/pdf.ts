import { useEffect, useState } from "react";
import { pdfjs } from "react-pdf";
import { apiAddress } from "@/api/client";

// Its own files, beside the page: nothing is fetched from elsewhere.
pdfjs.GlobalWorkerOptions.workerSrc = new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url).href;

/** Where the build puts what pdf.js reads at need: see `pdfFiles` in vite.config.ts. */
const fileOf = (name: string) => new URL(`pdf/${name}/`, document.baseURI).href;

const RANGE_BYTES = 1 << 17;

/** "none": the file is a picture, which the server alone draws. */
export type PdfState =
  { kind: "loading" | "encrypted" | "broken" | "none" } | { kind: "ready"; pdf: pdfjs.PDFDocumentProxy };

export const originalAddress = (document: string) => apiAddress(`documents/${document}/original`);

/**
 * Open the original of a document, in the parts that are looked at.
 *
 * Nothing of a file can run: the page's content policy knows neither scripts of files nor WebAssembly, whose decoders have
 * plain counterparts, and no script of a PDF is ever loaded.
 */
export function usePdf(id: string, wanted: boolean): PdfState {
  const [opened, setOpened] = useState<{ id: string; state: PdfState } | null>(null);
  useEffect(
    function openOriginal() {
      if (!wanted) return;
      let left = false;
      const task = pdfjs.getDocument({
        url: originalAddress(id),
        cMapUrl: fileOf("cmaps"),
        cMapPacked: true,
        standardFontDataUrl: fileOf("standard_fonts"),
        wasmUrl: fileOf("decoders"),
        useWasm: false,
        // The same letters on every machine: those of this machine may be wider or missing.
        useSystemFonts: false,
        rangeChunkSize: RANGE_BYTES,
        disableAutoFetch: true,
        disableStream: true,
        enableXfa: false,
        verbosity: pdfjs.VerbosityLevel.ERRORS,
      });
      task.promise.then(
        (pdf) => {
          if (!left) setOpened({ id, state: { kind: "ready", pdf } });
        },
        (error: unknown) => {
          if (left) return;
          const kind = error instanceof pdfjs.PasswordException ? "encrypted" : "broken";
          setOpened({ id, state: { kind } });
        },
      );
      return () => {
        left = true;
        setOpened(null);
        void task.destroy();
      };
    },
    [id, wanted],
  );
  return opened?.id === id ? opened.state : { kind: "loading" };
}
