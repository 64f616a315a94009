import type { Sentence } from "@/api/shapes";
import type { Numbered } from "@/lib/citations";
import { CitationChip } from "./citation-chip";
import { WithChips } from "./with-chips";

/** A sentence and the chips of what supports it. */
export function CitedSentence({ sentence, citations }: { sentence: Sentence; citations: Numbered }) {
  return (
    <span dir="auto">
      <WithChips text={sentence.text}>
        {citations.of(sentence.citations).map((citation) => (
          <CitationChip key={citation.number} citation={citation} among={citations.places} />
        ))}
      </WithChips>
    </span>
  );
}
