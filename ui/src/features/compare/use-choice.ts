import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { type Choice, readChoice, withChoice } from "./choice";

/** The choice in the address, and the way to change it. What is only tried out leaves no step in the history. */
export function useChoice(): [Choice, (change: Partial<Choice>) => void] {
  const [search, setSearch] = useSearchParams();
  const choice = useMemo(() => readChoice(search), [search]);
  const change = useCallback(
    (by: Partial<Choice>) =>
      setSearch((before) => withChoice(before, { ...readChoice(before), ...by }), {
        replace: by.run === undefined,
      }),
    [setSearch],
  );
  return [choice, change];
}
