import { API, errorOf, UnreachableError } from "@/api/client";

/** Download what an address of the API gives, under the name that the server tells. */
export function downloadFrom(address: string, name = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Let the browser save something that is here already. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFrom(address, name);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Fetch a file that is made on request, and let the browser save it under the name that the server gives.
 *
 * @param path below the API: "comparisons/export?format=xlsx".
 */
export async function downloadMade(path: string, body: unknown): Promise<void> {
  let response: Response;
  try {
    response = await fetch(new URL(path, API), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch (error) {
    throw new UnreachableError(error);
  }
  if (!response.ok) throw await errorOf(response);
  saveFile(await response.blob(), fileName(response.headers.get("Content-Disposition") ?? ""));
}

/** The name in a Content-Disposition header: the one in UTF-8 where both are given. */
export function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Not encoded as it says: the plain name is left.
    }
  }
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? "pincite";
}
