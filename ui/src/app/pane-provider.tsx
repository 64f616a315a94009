import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { type Pane, PaneContext } from "@/lib/pane";
import { type Place, readPlace, samePlace, withPlace } from "@/lib/place";

/** Keeps what is open beside in the address of the screen. */
export function PaneProvider({ children }: { children: ReactNode }) {
  const [search, setSearch] = useSearchParams();
  const [among, setAmong] = useState<readonly Place[]>([]);
  const [opened, setOpened] = useState(0);
  const place = useMemo(() => readPlace(search), [search]);

  const show = useCallback(
    (next: Place | null) => {
      setOpened((count) => count + 1);
      setSearch((before) => withPlace(before, next), { replace: place !== null && next !== null });
    },
    [setSearch, place],
  );
  const pane = useMemo<Pane>(() => {
    const at = place === null ? -1 : among.findIndex((one) => samePlace(one, place));
    return {
      place,
      open: (next, others = []) => {
        setAmong(others);
        show(next);
      },
      close: () => show(null),
      step: (by) => {
        const next = among[at + by];
        if (at >= 0 && next) show(next);
      },
      position: at >= 0 && among.length > 1 ? { at: at + 1, of: among.length } : null,
      among,
      opened,
    };
  }, [place, among, opened, show]);

  return <PaneContext value={pane}>{children}</PaneContext>;
}
