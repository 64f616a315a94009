import { Fragment } from "react";
import { Dialog } from "@/components/dialog";
import { words } from "@/words";
import styles from "./key-help.module.css";

const KEYS: readonly (readonly [string, string])[] = [
  ["/", words.shell.keys.ask],
  ["Esc", words.shell.keys.closePage],
  ["[", words.shell.keys.previousCitation],
  ["]", words.shell.keys.nextCitation],
  ["k", words.shell.keys.previousPassage],
  ["j", words.shell.keys.nextPassage],
  ["o", words.shell.keys.original],
  ["g l", words.shell.keys.library],
  ["g c", words.shell.keys.compare],
  ["g m", words.shell.keys.map],
  ["g e", words.shell.keys.evaluate],
  ["g s", words.shell.keys.settings],
  ["?", words.shell.keys.help],
];

export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={words.shell.keys.title} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([keys, text]) => (
          <Fragment key={keys}>
            <dt>
              {keys.split(" ").map((key, place) => (
                <Fragment key={key}>
                  {place > 0 && <span className={styles.then}>{words.shell.keys.then}</span>}
                  <kbd className={styles.key}>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  );
}
