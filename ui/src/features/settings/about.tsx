import { useSuspenseQuery } from "@tanstack/react-query";
import { Globe, House } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { About } from "@/api/shapes";
import { TextField } from "@/components/field";
import { numberText, sizeText } from "@/lib/format";
import { sentence } from "@/lib/error-text";
import { aboutQuery } from "@/lib/queries";
import { words as all } from "@/words";
import { settings } from "@/words/en/settings";
import { type Component, findComponents, hostOf } from "./about-queries";
import styles from "./about.module.css";
import { Panel } from "./panel";
import { Statement } from "./statement";

const words = settings.about;

/** Version, whether anything leaves the machine, the library's place, whose work is in it. */
export function AboutSection() {
  const about = useSuspenseQuery(aboutQuery).data;
  return (
    <>
      <Statement
        icon={about.offline ? <House /> : <Globe />}
        text={about.offline ? words.offline : words.online(hostsOf(about).join(", "))}
        detail={words.version(all.product, about.version, about.licence)}
      />
      <Panel title={words.facts}>
        <dl className={styles.facts}>
          {factsOf(about).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Licences components={about.components} />
    </>
  );
}

function hostsOf({ model, identity_provider: provider }: About): string[] {
  const hosts = [model.used?.remote ? hostOf(model.used.address) : "", provider];
  return hosts.filter(Boolean);
}

function factsOf({ model, reading, library }: About): (readonly [string, string])[] {
  return [
    [words.model, model.used?.name ?? (model.problem ? sentence(model.problem) : words.noModel)],
    [words.encoder, `${reading.encoder} · ${reading.precision}`],
    [words.ocr, reading.ocr ? reading.ocr_languages || words.ocrUsual : settings.field.off],
    ...(library
      ? ([
          [words.folder, library.folder],
          [words.size, sizeText(library.size)],
          [words.documents, numberText(library.documents)],
          [words.chunks, numberText(library.chunks)],
        ] as const)
      : []),
  ];
}

function Licences({ components }: { components: readonly Component[] }) {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const found = findComponents(components, wanted);
  return (
    <Panel
      title={words.licences}
      detail={
        <>
          {words.licencesDetail} <a href="licences.json">{words.texts}</a>
        </>
      }
    >
      <div className={styles.search}>
        <TextField
          type="search"
          label={words.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p role="status">{words.found(found.length)}</p>
      </div>
      {/* It scrolls, so it takes focus: arrows and page keys are then the browser's own. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.components} aria-label={words.licences} tabIndex={0}>
        {found.map(({ kind, name, version, licence }) => (
          <li key={`${kind} ${name} ${version}`}>
            <span>
              {name} <span className={styles.quiet}>{version}</span>
            </span>
            <span className={styles.quiet}>{licence}</span>
            <span className={styles.quiet}>{words.kinds[kind]}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
