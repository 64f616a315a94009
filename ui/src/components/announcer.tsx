import { announcement } from "@/lib/announce";
import { useStore } from "@/lib/store";

/** Reads out what changes, politely. */
export function Announcer() {
  return (
    <div className="heard" role="status" aria-live="polite">
      {useStore(announcement)}
    </div>
  );
}
