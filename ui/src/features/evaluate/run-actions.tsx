import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, Play, RotateCcw, Square } from "lucide-react";
import { useNavigate } from "react-router";
import type { EvaluationDetails } from "@/api/shapes";
import { Button, IconButton } from "@/components/button";
import { Menu } from "@/components/menu";
import { downloadFrom } from "@/lib/download";
import { showError } from "@/lib/toasts";
import { words as common } from "@/words";
import { evaluate as words } from "@/words/en/evaluate";
import { removeEvaluation } from "./leaving";
import {
  evaluationQuery,
  evaluationsQuery,
  exportAddress,
  isUnderWay,
  runAgain,
  stopEvaluation,
} from "./queries";

/** What can be done with an evaluation: stop it, go on or ask again, export, delete. */
export function RunActions({ run }: { run: EvaluationDetails }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => queries.invalidateQueries({ queryKey: ["evaluations"] });
  const stop = useMutation({ mutationFn: stopEvaluation, onSuccess: refresh, onError: showError });
  const again = useMutation({
    mutationFn: runAgain,
    onSuccess: (next) => {
      queries.setQueryData(evaluationQuery(next.id).queryKey, next);
      void queries.invalidateQueries({ queryKey: evaluationsQuery.queryKey });
      // What was finished stays: the new one is compared with it.
      if (next.id !== run.id) void navigate(`/evaluate/${next.id}?with=${run.id}`);
    },
    onError: showError,
  });
  const unfinished = run.state === "stopped" || run.state === "broken_off";
  return (
    <>
      {isUnderWay(run) ? (
        <Button icon={<Square />} busy={stop.isPending} onClick={() => stop.mutate(run.id)}>
          {words.run.stop}
        </Button>
      ) : (
        <Button
          icon={unfinished ? <Play /> : <RotateCcw />}
          busy={again.isPending}
          onClick={() => again.mutate(run.id)}
        >
          {unfinished ? words.run.goOn : words.run.again}
        </Button>
      )}
      <Menu
        trigger={<Button icon={<Download />}>{words.run.export}</Button>}
        items={(["html", "md", "csv", "json"] as const).map((format) => ({
          label: words.run[format],
          run: () => downloadFrom(exportAddress(run.id, format)),
        }))}
      />
      <Menu
        trigger={<IconButton icon={<Ellipsis />} label={common.actions.more} />}
        items={[
          {
            label: common.actions.delete,
            tone: "loss",
            run: () => {
              removeEvaluation(queries, run);
              void navigate("/evaluate");
            },
          },
        ]}
      />
    </>
  );
}
