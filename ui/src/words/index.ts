import { common } from "./en/common";
import { shell } from "./en/shell";

/**
 * All that every screen says. Texts of one feature stand in `en/<feature>.ts` and are imported by it from "@/words/en/<feature>",
 * so that a screen loads its own words only. Another language is another folder of the same shape.
 */
export const words = { ...common, shell } as const;
