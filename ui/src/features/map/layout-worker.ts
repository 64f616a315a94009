import { layOut, type LayoutInput } from "./layout";

// The page stays quick while positions are found: this runs beside it.
addEventListener("message", (event: MessageEvent<LayoutInput>) => {
  postMessage(layOut(event.data));
});
