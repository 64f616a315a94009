import "react-pdf/dist/Page/TextLayer.css";
import { Page, type pdfjs } from "react-pdf";
import { useSettled } from "@/lib/settled";
import { sharpness } from "./geometry";
import styles from "./page-frame.module.css";

interface PageDrawingProps {
  pdf: pdfjs.PDFDocumentProxy;
  page: number;
  width: number;
  height: number;
  onBroken: (broken: boolean) => void;
}

const RESTS_MS = 160;
const nothing = () => null;

/** The page as pdf.js draws it, with its text above. While its size changes it is stretched, and drawn again at rest. */
export function PageDrawing({ pdf, page, width, height, onBroken }: PageDrawingProps) {
  const drawn = useSettled(width, RESTS_MS);
  const broken = () => onBroken(true);
  return (
    <div
      className={styles.drawing}
      style={{ width: drawn, transform: drawn === width ? undefined : `scale(${width / drawn})` }}
    >
      <Page
        pdf={pdf}
        pageNumber={page}
        width={drawn}
        devicePixelRatio={sharpness(drawn, (height * drawn) / width, devicePixelRatio)}
        renderAnnotationLayer={false}
        suspense={false}
        loading={nothing}
        error={nothing}
        onLoadError={broken}
        onRenderError={broken}
      />
    </div>
  );
}
