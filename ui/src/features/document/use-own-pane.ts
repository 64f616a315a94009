import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";
import type { Pane } from "@/lib/pane";
import { documentPath, type Place, samePlace } from "@/lib/place";
import { placeIn } from "./place";

const RESTS_MS = 400;

/**
 * On the screen of a document its own pages are what citations open: they need no page beside. The address follows the page
 * that is read, and keeps what is marked.
 */
export function useOwnPane(document: string): { pane: Pane; place: Place; onRead: (page: number) => void } {
  const navigate = useNavigate();
  const location = useLocation();
  const [search] = useSearchParams();
  const [among, setAmong] = useState<readonly Place[]>([]);
  const [opened, setOpened] = useState(0);

  const named = useMemo(() => placeIn(document, search), [document, search]);
  // What the reader itself wrote into the address is where it is already: it must not be sent there.
  const followed = (location.state as { read?: boolean } | null)?.read === true;
  const [place, setPlace] = useState(named);
  if (!followed && !samePlace(place, named)) setPlace(named);

  // While another screen is being loaded, this one still stands: following its pages would call that off.
  const leaving = useRef(false);
  const { state: going } = useNavigation();
  useEffect(() => {
    leaving.current = going !== "idle";
  }, [going]);

  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback(
    (next: Place) => {
      clearTimeout(timer.current);
      setOpened((count) => count + 1);
      void navigate(documentPath(next), { replace: next.document === document });
    },
    [navigate, document],
  );
  const onRead = useCallback(
    (page: number) => {
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        if (leaving.current) return;
        void navigate(documentPath({ ...place, page }), { replace: true, state: { read: true } });
      }, RESTS_MS);
    },
    [navigate, place],
  );
  const pane = useMemo<Pane>(() => {
    const at = among.findIndex((one) => samePlace(one, place));
    return {
      place: place.spans.length > 0 ? place : null,
      open: (next, others = []) => {
        setAmong(others);
        show(next);
      },
      close: () => show({ ...named, spans: [] }),
      step: (by) => {
        const next = among[at + by];
        if (at >= 0 && next) show(next);
      },
      position: at >= 0 && among.length > 1 ? { at: at + 1, of: among.length } : null,
      among,
      opened,
    };
  }, [place, named, among, opened, show]);
  return { pane, place, onRead };
}
