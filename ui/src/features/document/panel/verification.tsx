import { useQuery } from "@tanstack/react-query";
import type { Verified } from "@/api/shapes";
import { Button } from "@/components/button";
import { ErrorState } from "@/components/states";
import { panel } from "@/words/en/panel";
import styles from "./panel.module.css";
import { verificationQuery } from "./queries";
import { Pages } from "./warnings-tab";

/** Whether the document is as it was signed, checked when somebody asks. */
export function Verification({ document }: { document: string }) {
  const { data, error, isFetching, refetch } = useQuery(verificationQuery(document));
  return (
    <section className={styles.section}>
      <h2>{panel.warnings.verifyTitle}</h2>
      <div role="status">{data && <Outcome verified={data} />}</div>
      {!data && <p className={styles.hint}>{panel.warnings.verifyHint}</p>}
      {error && <ErrorState error={error} />}
      <div>
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
          {panel.warnings.verify}
        </Button>
      </div>
    </section>
  );
}

function Outcome({ verified }: { verified: Verified }) {
  if (verified.state === "unsigned") return <p>{panel.warnings.unsigned}</p>;
  if (verified.state === "sound") {
    return (
      <>
        <p className={styles.sound}>{panel.warnings.sound}</p>
        <p className={styles.hint}>{panel.warnings.soundFacts(verified.pages, verified.chunks)}</p>
      </>
    );
  }
  return (
    <>
      <p className={styles.wrong}>{panel.warnings.wrong(verified.discrepancies.length)}</p>
      <ul className={styles.warnings}>
        {verified.discrepancies.map((one, place) => (
          <li key={place}>
            <p>{one.message}</p>
            <Pages document={verified.document} warning={one} />
          </li>
        ))}
      </ul>
    </>
  );
}
