import { useInfiniteQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import { Button } from "@/components/button";
import { PageHeader } from "@/components/page-header";
import { evaluate as words } from "@/words/en/evaluate";
import { NewRun } from "./new-run";
import { evaluationsQuery } from "./queries";
import { RunList } from "./run-list";
import { RunScreen } from "./run-screen";

/** Questions whose answers are known, asked of the library: all evaluations, or one. */
export function EvaluateScreen() {
  const { evaluation } = useParams();
  return evaluation === undefined ? <Runs /> : <RunScreen key={evaluation} evaluation={evaluation} />;
}

function Runs() {
  const [beginning, setBeginning] = useState(false);
  // Where there is none yet, the button stands with what evaluating is for.
  const some = useInfiniteQuery(evaluationsQuery).data?.pages[0]?.items.length !== 0;
  return (
    <>
      <PageHeader
        title={words.title}
        detail={words.detail}
        actions={
          some && (
            <Button tone="primary" icon={<Plus />} onClick={() => setBeginning(true)}>
              {words.begin}
            </Button>
          )
        }
      />
      <RunList onBegin={() => setBeginning(true)} />
      {beginning && <NewRun onClose={() => setBeginning(false)} />}
    </>
  );
}
