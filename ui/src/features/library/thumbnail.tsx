import {
  BookOpen,
  FileCode,
  FileText,
  Globe,
  Image,
  type LucideIcon,
  Mail,
  Presentation,
  Sheet,
} from "lucide-react";
import { useState } from "react";
import type { DocumentEntry } from "@/api/shapes";
import { endingOf, hasPictures, type Kind, kindOf } from "@/lib/media-types";
import { pictureAddress } from "@/lib/prefetch";
import { library } from "@/words/en/library";
import styles from "./document-cards.module.css";

const WIDTH = 320;

const SIGNS: Record<Kind, LucideIcon> = {
  text: FileText,
  slides: Presentation,
  table: Sheet,
  code: FileCode,
  web: Globe,
  book: BookOpen,
  mail: Mail,
  picture: Image,
};

/** The first page, small; a sign where there is no picture of it, as of encrypted files and of texts. */
export function Thumbnail({ document }: { document: DocumentEntry }) {
  const [missing, setMissing] = useState(false);
  const pictured = hasPictures(document.media_type);
  if (missing || !pictured) {
    const Sign = SIGNS[kindOf(document.media_type)];
    return (
      <span className={styles.missing} title={pictured ? library.table.noPicture : undefined}>
        <Sign />
        <span className={styles.ending}>{endingOf(document.file_name)}</span>
      </span>
    );
  }
  return (
    <img
      src={pictureAddress(document.id, 1, WIDTH)}
      alt=""
      loading="lazy"
      decoding="async"
      className={styles.image}
      onError={() => setMissing(true)}
    />
  );
}
