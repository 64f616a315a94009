/** Colours for the canvas, as the tokens say them in the theme of the moment. */
export interface Palette {
  paper: string;
  surface: string;
  line: string;
  edge: string;
  node: string;
  ink: string;
  muted: string;
  accent: string;
  accentSoft: string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: token("--paper"),
    surface: token("--surface"),
    line: token("--line"),
    edge: token("--line-strong"),
    node: token("--ink-3"),
    ink: token("--ink"),
    muted: token("--ink-2"),
    accent: token("--accent"),
    accentSoft: token("--accent-soft"),
  };
}

/** Do something when the theme changes. */
export function onThemeChange(act: () => void): () => void {
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
