/** What is open for a moment only: whoever is in it still is at the place where it was opened. */
const PASSING = "[role=menu], [data-passing]";
/** No fields: on a phone they would bring up the keyboard. */
const PRESSED = "a[href], button:not(:disabled), [tabindex]";
/** A list draws only those of its rows that are seen: what leaves it by scrolling was left. */
const SCROLLED_MS = 250;

/**
 * Keep the focus where work goes on when what had it is taken away: a row that was deleted, a message, a dialog. The
 * browser would begin at the top of the page again. It goes to what stood next to it, else to the screen.
 *
 * @returns what ends it.
 */
export function keepFocus(): () => void {
  /** For the page and each dialog: what had the focus last, followed by its neighbours if it is gone, and theirs. */
  const trails = new WeakMap<Element, Element[]>();
  let scrolled = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !target.closest(PASSING)) trails.set(surfaceOf(target), [target]);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || relatedTarget !== null || !document.hasFocus()) return;
    const surface = surfaceOf(target);
    // Left by a press beside it. What is taken away is gone by then.
    queueMicrotask(() => target.isConnected && trails.delete(surface));
  };
  const onScroll = () => {
    scrolled = performance.now();
  };
  const returnFocus = () => {
    if (!isLost()) return;
    const surface = topmost();
    const [first, ...beside] = trails.get(surface) ?? [];
    if (first instanceof HTMLElement && first.isConnected) first.focus({ preventScroll: true });
    if (isLost() && !beside.some(takesFocus))
      surface.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  };
  const observer = new MutationObserver((records) => {
    const surface = topmost();
    for (const one of new Set([surface, document.body])) follow(trails.get(one) ?? [], records);
    if (!isLost() || !trails.has(surface)) return;
    if (performance.now() - scrolled < SCROLLED_MS) {
      trails.delete(surface);
      return;
    }
    // Whoever took it away may have another place for the focus.
    clearTimeout(timer);
    timer = setTimeout(returnFocus);
  });

  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  document.addEventListener("scroll", onScroll, { capture: true, passive: true });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    document.removeEventListener("scroll", onScroll, { capture: true });
    observer.disconnect();
    clearTimeout(timer);
  };
}

function surfaceOf(element: Element): Element {
  return element.closest("dialog") ?? document.body;
}

function topmost(): Element {
  return [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Of what of a trail is taken away, the neighbours come at its end: the next, the one before, what is around them. */
function follow(trail: Element[], records: readonly MutationRecord[]): void {
  for (const { removedNodes, nextSibling, previousSibling, target } of records) {
    for (const removed of removedNodes) {
      if (!trail.some((one) => !one.isConnected && removed.contains(one))) continue;
      const next = nextSibling instanceof CharacterData ? nextSibling.nextElementSibling : nextSibling;
      const before =
        previousSibling instanceof CharacterData ? previousSibling.previousElementSibling : previousSibling;
      for (const one of [next, before, target])
        if (one instanceof Element && one !== document.body) trail.push(one);
    }
  }
}

function takesFocus(element: Element): boolean {
  if (!element.isConnected) return false;
  const within = Array.from(element.querySelectorAll(PRESSED));
  return (element.matches(PRESSED) ? [element, ...within] : within).some((one) => {
    if (one instanceof HTMLElement) one.focus({ preventScroll: true });
    return document.activeElement === one; // not if it is hidden
  });
}
