import { useEffect, useState } from "react";
import { useParams } from "react-router";

/**
 * The secret of a link that was opened. It is taken out of the address at once: an address is seen over a shoulder, kept by
 * the browser and copied into mails.
 */
export function useAddressSecret(): string | null {
  const [secret] = useState(useParams()["secret"] ?? null);
  useEffect(() => {
    if (secret === null) return;
    // Behind the router's back: it would draw the screen anew, without what was in the address.
    history.replaceState(history.state, "", withoutSecret(location.href));
  }, [secret]);
  return secret;
}

/** The address without what stands behind the last `/`. */
export function withoutSecret(address: string): string {
  return address.replace(/(#\/[^/]+)\/.*$/, "$1");
}
