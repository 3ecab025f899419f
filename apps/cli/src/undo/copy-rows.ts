/** What `fix recover` lists of the copies that are kept. */
import type { Copy, WhyKept } from "@bazaar/guard/commit";
import { minuteWords } from "../contracts/time-words.ts";
import { counted } from "../counted.ts";
import { isGitObject } from "../git-object.ts";
import { quoted, sizeText } from "./line-parts.ts";

const WHY = {
  replaced: "replaced by a commit",
  deleted: "deleted by a commit",
  undone: "moved aside by an undo",
  overwritten: "overwritten by an undo",
  rolled_back: "moved aside when a commit was interrupted",
} as const satisfies Record<WhyKept, string>;

export interface CopyRow {
  /** How many copies it stands for. */
  readonly count: number;
  readonly cells: readonly string[];
}

/** One for each copy; the git objects of a commit are one together. */
export function copyRows(copies: readonly Copy[]): readonly CopyRow[] {
  const alike = Map.groupBy(copies, ({ number, path, why }) =>
    isGitObject(path) ? `${number.split(".")[0]} ${why}` : number,
  );
  return [...alike.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { number, atMs, path, type, why } = first;
    const bytes = all.reduce((sum, each) => sum + each.bytes, 0n);
    const size = type === "symlink" ? "link" : sizeText(bytes);
    const isMany = all.length > 1;
    const what = isMany ? counted(all.length, "git object") : quoted(path);
    const which = isMany ? `${number}…` : number;
    return [{ count: all.length, cells: [which, minuteWords(atMs), what, size, WHY[why]] }];
  });
}
