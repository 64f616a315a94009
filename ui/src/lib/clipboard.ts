import { showToast } from "./toasts";
import { words } from "@/words";

/** The same in the flavours that programs paste. */
export interface Copied {
  text: string;
  html?: string;
}

/** Put a text on the clipboard, and say so: or that the browser did not let this page. */
export async function copyText(text: string, told: string = words.actions.copied): Promise<void> {
  if (await copyToClipboard({ text })) showToast({ text: told });
}

/**
 * Put something on the clipboard, within an act of the person. Where the browser does not let this page, it is told.
 *
 * @returns whether the browser let it.
 */
export async function copyToClipboard(copied: Copied): Promise<boolean> {
  const flavours = Object.entries({ "text/plain": copied.text, "text/html": copied.html }).filter(
    (flavour): flavour is [string, string] => flavour[1] !== undefined,
  );
  try {
    const blobs = flavours.map(([type, data]) => [type, new Blob([data], { type })] as const);
    await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    return true;
  } catch {
    // There is no such thing where the page comes from another machine without TLS, nor without the permission.
    if (copyByEvent(flavours)) return true;
    showToast({ text: words.states.notCopied, tone: "loss", seconds: 12 });
    return false;
  }
}

function copyByEvent(flavours: readonly [type: string, data: string][]): boolean {
  const put = (event: ClipboardEvent) => {
    event.preventDefault();
    for (const [type, data] of flavours) event.clipboardData?.setData(type, data);
  };
  document.addEventListener("copy", put);
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return document.execCommand("copy");
  } finally {
    document.removeEventListener("copy", put);
  }
}
