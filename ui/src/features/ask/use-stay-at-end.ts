import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const NEAR = 48;
const ABOVE = 24;
const SETTLING_MS = 1200;

interface StayAtEnd {
  scroller: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
}

/** Where the end of a conversation is seen; where its last turn has no room, the question stays in view above it. */
function endOf(view: HTMLElement, content: HTMLElement | null): number {
  const end = view.scrollHeight - view.clientHeight;
  const last = content?.lastElementChild;
  if (!last) return end;
  const begin = view.scrollTop + last.getBoundingClientRect().top - view.getBoundingClientRect().top;
  return Math.max(0, Math.min(end, begin - ABOVE));
}

/**
 * A conversation opens at its end, and stays there while an answer grows, unless the reader has scrolled away. Turns that
 * are loaded above do not move what is being read.
 *
 * @param growing whether an answer is under way.
 * @param pages how many pages of turns are loaded; 0 until the first one is there.
 */
export function useStayAtEnd(growing: boolean, pages: number): StayAtEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const fromEnd = useRef(0);
  const follows = useRef(true);
  const opened = pages > 0;

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view || !opened) return;
    const toEnd = () => {
      view.scrollTop = endOf(view, content.current);
    };
    const note = () => {
      fromEnd.current = view.scrollHeight - view.scrollTop;
      atEnd.current = Math.abs(view.scrollTop - endOf(view, content.current)) < NEAR;
    };
    toEnd();
    note();
    // Until the first pictures and fonts are there, heights still change by themselves.
    const settled = setTimeout(() => {
      follows.current = false;
    }, SETTLING_MS);
    const sizes = new ResizeObserver(() => {
      if (follows.current && atEnd.current) toEnd();
    });
    if (content.current) sizes.observe(content.current);
    view.addEventListener("scroll", note, { passive: true });
    return () => {
      clearTimeout(settled);
      sizes.disconnect();
      view.removeEventListener("scroll", note);
    };
  }, [opened]);

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view || pages < 2) return;
    view.scrollTop = view.scrollHeight - fromEnd.current;
  }, [pages]);

  const grew = useRef(false);
  useLayoutEffect(() => {
    const view = scroller.current;
    const ended = grew.current && !growing;
    // Whoever asks wants to see the answer; what stands below it when it is whole belongs to it.
    if (view && (growing || (ended && atEnd.current))) view.scrollTop = endOf(view, content.current);
    grew.current = growing;
  }, [growing]);
  useEffect(() => {
    if (!growing) return;
    follows.current = true;
    return () => {
      follows.current = false;
    };
  }, [growing]);
  return { scroller, content };
}
