import { copyText } from "@/lib/clipboard";
import { documentPath, type Place } from "@/lib/place";
import { reader as words } from "@/words/en/reader";

/** The address that opens a document at a place. */
function linkTo(place: Place): string {
  return new URL(`#${documentPath(place)}`, document.baseURI).href;
}

export const copyLink = (place: Place) => copyText(linkTo(place), words.more.linkCopied);
