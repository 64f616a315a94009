import { Maximize, Minus, Plus } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "@/components/button";
import { announce } from "@/lib/announce";
import { map as words } from "@/words/en/map";
import { isDirection, nextInDirection } from "./direction";
import { filterModel, type LinkFilter, type MapModel, neighbours } from "./graph-model";
import { MapView } from "./map-view";
import styles from "./picture.module.css";
import { type Positions, useLayout } from "./use-layout";

interface PictureProps {
  model: MapModel;
  filter: LinkFilter;
  selected: string | null;
  found: readonly string[] | null;
  onSelect: (node: string | null) => void;
  onOpen: (node: string) => void;
}

const ids = (nodes: ReadonlySet<string>, positions: Positions) =>
  new Map([...positions].filter(([id]) => nodes.has(id)));

function mostLinked(model: MapModel): string | null {
  const count = (id: string) => model.linksOf.get(id)?.length ?? 0;
  const documents = model.nodes.filter((node) => node.kind === "document").map((node) => node.id);
  return documents.sort((one, other) => count(other) - count(one))[0] ?? null;
}

/** The map as a picture: it moves by pointer, fingers and keys, and stands still otherwise. */
export function Picture({ model, filter, selected, found, onSelect, onOpen }: PictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<MapView | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const arranged = useLayout(model);
  const shown = useMemo(() => filterModel(model, filter), [model, filter]);
  const handlers = useRef({ onSelect, onOpen });
  useEffect(() => {
    handlers.current = { onSelect, onOpen };
  });

  useEffect(function makeView() {
    const element = canvas.current;
    const context = element?.getContext("2d");
    if (!element || !context) return;
    const made = new MapView(element, context, {
      onPoint: setPointed,
      onSelect: (node) => handlers.current.onSelect(node),
      onOpen: (node) => handlers.current.onOpen(node),
    });
    view.current = made;
    return () => {
      made.end();
      view.current = null;
    };
  }, []);

  useEffect(
    function drawScene() {
      if (!arranged.positions) return;
      view.current?.show({
        nodes: shown.nodes,
        links: shown.links,
        positions: arranged.positions,
        lit: pointed ?? selected,
        selected,
        found: found === null ? null : new Set(found),
      });
    },
    [shown, arranged.positions, pointed, selected, found],
  );
  useEffect(
    function revealSelected() {
      if (selected !== null && arranged.state === "ready") view.current?.reveal(selected);
    },
    [selected, arranged.state],
  );

  const move = (event: KeyboardEvent) => {
    const positions = arranged.positions;
    if (!positions || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      "+": () => view.current?.zoomBy(1.4),
      "=": () => view.current?.zoomBy(1.4),
      "-": () => view.current?.zoomBy(1 / 1.4),
      "0": () => view.current?.fit(),
      Enter: () => selected !== null && onOpen(selected),
    }[event.key];
    if (act) {
      event.preventDefault();
      act();
    } else if (isDirection(event.key)) {
      event.preventDefault();
      const all = ids(new Set(shown.nodes.map((node) => node.id)), positions);
      const from = selected === null ? undefined : positions.get(selected);
      const next =
        selected === null || !from
          ? mostLinked(model)
          : nextInDirection(from, event.key, ids(neighbours(model, selected, filter), all), all);
      if (next === null) return;
      onSelect(next);
      const node = model.byId.get(next);
      if (node) announce(words.picture.selected(node.label, neighbours(model, next, filter).size));
    }
  };

  const documents = model.nodes.filter((node) => node.kind === "document").length;
  return (
    <div className={styles.frame}>
      {/* What is drawn is reached by keys here, and as text in the list. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        role="application"
        aria-label={words.picture.label(documents)}
        aria-describedby="map-keys"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className={styles.field}
        onKeyDown={move}
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          className={styles.canvas}
          data-pointing={pointed !== null}
          data-ready={arranged.positions !== null}
        />
      </div>
      <p id="map-keys" className={styles.keys}>
        {words.picture.keys}
      </p>
      {arranged.state !== "ready" && (
        <p className={styles.note} role="status">
          {arranged.state === "failed" ? words.picture.failed : words.picture.arranging(documents)}
        </p>
      )}
      <div className={styles.zoom}>
        <IconButton
          icon={<Plus />}
          label={words.picture.zoomIn}
          keys="+"
          onClick={() => view.current?.zoomBy(1.4)}
        />
        <IconButton
          icon={<Minus />}
          label={words.picture.zoomOut}
          keys="-"
          onClick={() => view.current?.zoomBy(1 / 1.4)}
        />
        <IconButton
          icon={<Maximize />}
          label={words.picture.fit}
          keys="0"
          onClick={() => view.current?.fit()}
        />
      </div>
    </div>
  );
}
