import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Schemas, UnreachableError } from "@/api/client";
import type { EvaluationDetails } from "@/api/shapes";
import { follow } from "@/api/streaming";
import { announce } from "@/lib/announce";
import { isAbort } from "@/lib/error-text";
import { showError } from "@/lib/toasts";
import { evaluate as words } from "@/words/en/evaluate";
import { evaluationQuery, evaluationsQuery, isUnderWay } from "./queries";

interface Events {
  progress: Schemas["ProgressShape"];
  done: EvaluationDetails;
}

export interface RunState {
  progress: Schemas["ProgressShape"] | null;
  /** The server does not answer at the moment. */
  lost: boolean;
}

const RETRY_MS = 2000;

/**
 * How far an evaluation is, told by the server while it runs. A stream that breaks is taken up again: the evaluation goes on
 * without anybody who looks.
 */
export function useProgress(evaluation: EvaluationDetails): RunState {
  const queries = useQueryClient();
  const [progress, setProgress] = useState<Schemas["ProgressShape"] | null>(null);
  const [lost, setLost] = useState(false);
  const { id } = evaluation;
  const active = isUnderWay(evaluation);

  useEffect(
    function followEvaluation() {
      if (!active) return;
      const stop = new AbortController();
      const pause = () =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, RETRY_MS);
          stop.signal.addEventListener("abort", () => {
            clearTimeout(timer);
            resolve();
          });
        });
      const listen = async () => {
        while (!stop.signal.aborted) {
          try {
            for await (const event of follow<Events>(`evaluations/${id}/events`, {
              method: "GET",
              signal: stop.signal,
            })) {
              setLost(false);
              if (event.event === "progress") setProgress(event.data);
              else {
                queries.setQueryData(evaluationQuery(id).queryKey, event.data);
                // The stream ends after a while in any case; what still runs is followed again.
                if (isUnderWay(event.data)) continue;
                announce(words.run.finished(event.data.asked));
                void queries.invalidateQueries({ queryKey: evaluationsQuery.queryKey });
                void queries.invalidateQueries({ queryKey: ["evaluations", "results", id] });
                return;
              }
            }
          } catch (error) {
            if (isAbort(error)) return;
            if (!(error instanceof UnreachableError)) {
              showError(error);
              return;
            }
            setLost(true);
            await pause();
          }
        }
      };
      void listen();
      return () => stop.abort();
    },
    [id, active, queries],
  );
  return { progress: active ? progress : null, lost: active && lost };
}
