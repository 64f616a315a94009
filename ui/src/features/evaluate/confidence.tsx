import { useQuery } from "@tanstack/react-query";
import type { Calibration, EvaluationDetails } from "@/api/shapes";
import charts from "@/components/charts/charts.module.css";
import { across, Plane, up } from "@/components/charts/plane";
import { evaluate as words } from "@/words/en/evaluate";
import { calibrationQuery } from "./queries";
import styles from "./run-screen.module.css";

const LEAST = 3;
const MORE = 7;

/** Whether the confidence of answers means what it says; nothing where that cannot be told. */
export function Confidence({ run }: { run: EvaluationDetails }) {
  const found = useQuery(calibrationQuery(run.id));
  if (!found.data || (found.data.ece === null && found.data.aurc === null)) return null;
  const { ece, counted, bins, aurc, answers, curve } = found.data;
  return (
    <section className={styles.section}>
      <h2>{words.confidence.title}</h2>
      <div className={styles.planes}>
        {ece !== null && (
          <div>
            <Plane
              label={words.confidence.reliability(ece, counted)}
              x={words.confidence.confidence}
              y={words.confidence.answerable}
            >
              <line className={charts.grid} x1={across(0)} y1={up(0)} x2={across(1)} y2={up(1)} />
              <Bins bins={bins} />
            </Plane>
            <p className={styles.quiet}>{words.confidence.reliability(ece, counted)}</p>
          </div>
        )}
        {aurc !== null && (
          <div>
            <Plane
              label={words.confidence.risk(aurc, answers)}
              x={words.confidence.coverage}
              y={words.confidence.wrong}
            >
              <polyline
                className={charts.curve}
                points={curve.map((one) => `${across(one.coverage)},${up(one.risk)}`).join(" ")}
              />
            </Plane>
            <p className={styles.quiet}>{words.confidence.risk(aurc, answers)}</p>
          </div>
        )}
      </div>
    </section>
  );
}

/** A dot for each bin, larger for more questions. */
function Bins({ bins }: Pick<Calibration, "bins">) {
  const most = Math.max(1, ...bins.map((bin) => bin.count));
  return bins.map(
    (bin) =>
      bin.confidence !== null &&
      bin.answerable !== null && (
        <circle
          key={bin.low}
          className={charts.point}
          cx={across(bin.confidence)}
          cy={up(bin.answerable)}
          r={LEAST + MORE * Math.sqrt(bin.count / most)}
        />
      ),
  );
}
