import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { DocumentDetails } from "@/api/shapes";
import { IconButton } from "@/components/button";
import { Clamp } from "@/components/clamp";
import { copyText } from "@/lib/clipboard";
import { documentName, exactTime, numberText, sizeText, whenText } from "@/lib/format";
import { words } from "@/words";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { arxivAddress, doiAddress } from "./web-addresses";

const texts = panel.details;
const languages = new Intl.DisplayNames(words.locale, { type: "language", fallback: "code" });

/** Everything that is known of the document; what it does not say is left out. */
export function DetailsTab({ details }: { details: DocumentDetails }) {
  const { document, facts, collections, sha256, chunks } = details;
  return (
    <dl className={styles.details} aria-label={texts.facts}>
      <Fact name={texts.title}>{documentName(document)}</Fact>
      <Fact name={texts.authors}>{document.authors.join(", ")}</Fact>
      <Fact name={texts.affiliations}>{facts.affiliations.join("; ")}</Fact>
      <Fact name={texts.abstract}>{facts.abstract && <Clamp text={facts.abstract} />}</Fact>
      <Fact name={texts.venue}>{facts.venue}</Fact>
      <Fact name={texts.year}>{document.year === null ? "" : String(document.year)}</Fact>
      <Fact name={texts.doi}>
        {facts.doi && <Outside address={doiAddress(facts.doi)} text={facts.doi} />}
      </Fact>
      <Fact name={texts.arxiv}>
        {facts.arxiv_id && <Outside address={arxivAddress(facts.arxiv_id)} text={facts.arxiv_id} />}
      </Fact>
      <Fact name={texts.kind}>{texts.kinds[document.kind]}</Fact>
      <Fact name={texts.language}>{languageName(document.language)}</Fact>
      <Fact name={texts.pages}>{numberText(document.pages)}</Fact>
      <Fact name={texts.passages}>{numberText(chunks)}</Fact>
      <Fact name={texts.collections}>
        {collections.length > 0 && (
          <ul>
            {collections.map(({ id, name }) => (
              <li key={id} dir="auto">
                <Link to={`/library/${id}`}>{name}</Link>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name={texts.file}>{document.file_name}</Fact>
      <Fact name={texts.size}>{sizeText(document.size)}</Fact>
      <Fact name={texts.attachments}>
        {facts.attachments.length > 0 && (
          <>
            <ul>
              {facts.attachments.map(({ name, size }, place) => (
                <li key={place} dir="auto">
                  {name} · {sizeText(size)}
                </li>
              ))}
            </ul>
            <p className={styles.hint}>{texts.attachmentsHint}</p>
          </>
        )}
      </Fact>
      <Fact name={texts.added}>
        <time dateTime={document.added_at} title={exactTime(document.added_at)}>
          {whenText(document.added_at)}
        </time>
      </Fact>
      <Fact name={texts.digest}>
        <span className={styles.digest}>
          <code>{sha256}</code>
          <IconButton
            size="s"
            icon={<Copy />}
            label={texts.copyDigest}
            onClick={() => void copyText(sha256)}
          />
        </span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === "" || children === false || children === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** A link out of the room where the id is one; else its text, as a document may say anything. */
function Outside({ address, text }: { address: string | null; text: string }) {
  if (address === null) return text;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function languageName(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}
