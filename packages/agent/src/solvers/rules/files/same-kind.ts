/** Names of files: endings of one kind, and names that are near and yet other files. */
import { entryOf } from "../entry-of.ts";

/** Endings of one and the same kind of file. */
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

const MIN_STEM = 3;

/**
 * Whether a near name is another file all the same: another number, as in report-2024 and
 * report-2025, or one letter of a name as short as a.txt.
 */
export function isOtherFile(typed: string, name: string): boolean {
  if (typed.replaceAll(/\d+/g, "0") === name.replaceAll(/\d+/g, "0")) return true;
  const [stem = "", other = ""] = [typed, name].map((one) => one.replace(/(?!^)\.[^.]*$/, ""));
  return stem.length < MIN_STEM && stem.length === other.length && stem !== other;
}
