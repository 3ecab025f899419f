/** Endings of one and the same kind of file. */
import { entryOf } from "../entry-of.ts";

const SAME_KIND: Readonly<Record<string, string>> = {
  yml: "yaml",
  yaml: "yml",
  jpg: "jpeg",
  jpeg: "jpg",
  htm: "html",
  html: "htm",
  markdown: "md",
  text: "txt",
  tif: "tiff",
  tiff: "tif",
};

/** The other ending, without the dot. */
export function twinOf(ending: string): string | undefined {
  return entryOf(SAME_KIND, ending);
}
