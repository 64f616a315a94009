import { createContext, useContext } from "react";
import { Store } from "@/lib/store";

/**
 * Within a modal dialog, where what floats has to be put: what is outside of one can be neither seen nor reached. Null while
 * that is not there yet, undefined outside of dialogs.
 */
export const PortalContext = createContext<HTMLElement | null | undefined>(undefined);

/** The same of all modal dialogs that are open, the topmost last: for what belongs to no dialog and must be reached over each. */
export const openDialogs = new Store<readonly HTMLElement[]>([]);

/**
 * For `FloatingPortal`. What floats has the strategy "fixed": a dialog cuts off all else, and what reaches beyond the window
 * would make the whole page scroll.
 */
export const usePortal = (): HTMLElement | null | undefined => useContext(PortalContext);
