import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { directoryEntries } from "../shell/directory-entries.ts";
import { treePath } from "../tree.ts";
import { callOf } from "../view.ts";
import { isRemoved, isTarget, missingPath } from "./missing-path.ts";
import { isOtherFile, twinOf } from "./same-kind.ts";

const MAX_PARTS = 12;

const mistypedPath = mistyped({
  name: "mistyped-path",
  kind: "file",
  finds(view) {
    const missing = missingPath(view);
    // A guess must not remove or overwrite another file than the one that was named.
    const isLost =
      missing !== null && (isRemoved(view, missing.word) || isTarget(view, missing.word));
    return missing === null || isLost ? null : { typed: missing.path, at: missing.word };
  },
  meant: ({ typed }, { ask }) => closestPath(typed, ask),
  write: quotedPath,
});

/** A comparison that finds differences ends as if it had failed, so no sandbox proves it. */
const comparedPath = rule({
  name: "mistyped-compared",
  title: "A mistyped file to compare",
  sees(view) {
    const missing = missingPath(view);
    const call = callOf(view, "diff", "cmp", "comm", "sdiff");
    return missing !== null && call?.operands.includes(missing.word) ? missing : null;
  },
  async repair({ path, word }, view, ask) {
    const meant = await closestPath(path, ask);
    if (meant === null) return null;
    return unproved(
      replaceWord(view, word, quotedPath(meant)),
      "it ends with 1 where the files differ",
      `There is no file ${path}; the closest is ${meant}.`,
    );
  },
});

/** What would be removed is only named. */
const mistypedRemoval = rule({
  name: "mistyped-removal",
  title: "A mistyped name to remove",
  sees(view) {
    const missing = missingPath(view);
    return missing !== null && isRemoved(view, missing.word) ? { path: missing.path } : null;
  },
  async repair({ path }, _view, ask) {
    const meant = await closestPath(path, ask);
    return meant === null
      ? null
      : advice(`There is no ${path}, so it was not removed; the closest name is ${meant}.`);
  },
});

/** The path with its first missing part corrected, if the whole of it then exists. */
async function closestPath(path: string, ask: Investigator): Promise<string | null> {
  const parts = path.split("/");
  if (parts.length > MAX_PARTS || path === "") return null;
  const meant: string[] = [];
  let isCorrected = false;
  for (const part of parts) {
    const isPlace = part === "" || part === "." || part === "..";
    const name: string | null = isPlace
      ? part
      : await nameIn(placeOf(meant), part, ask, !isCorrected);
    if (name === null) return null;
    isCorrected ||= name !== part;
    meant.push(name);
  }
  return isCorrected ? meant.join("/") : null;
}

/** The directory of these parts; the first part of an absolute path is empty. */
function placeOf(parts: readonly string[]): string {
  if (parts.length === 0) return ".";
  return parts.join("/") || "/";
}

/** The name in the directory, or the one that was meant by it. */
async function nameIn(
  directory: string,
  part: string,
  ask: Investigator,
  isGuessed: boolean,
): Promise<string | null> {
  const names = await namesIn(directory, ask);
  if (names.includes(part)) return part;
  return isGuessed ? meantBy(part, names) : null;
}

async function namesIn(directory: string, ask: Investigator): Promise<readonly string[]> {
  if (treePath(directory) !== null) return ask.list(directory);
  return [...((await directoryEntries(directory, ask)) ?? new Map<string, string>()).keys()];
}

/** Files from which a tool makes the one without the ending. */
const MADE_INTO = /\.(?:ac|am|in|c|cc|cpp|rs|go|o|gz|bak|orig|old|example|sample|template|dist)$/;

/** The same letters in another case, the nearest name, or the only one with another ending. */
function meantBy(part: string, names: readonly string[]): string | null {
  const alike = names.filter((name) => name.toLowerCase() === part.toLowerCase());
  if (alike.length > 0) return alike.length === 1 ? (alike[0] ?? null) : null;
  const [, stem = part, ending = ""] = /^(.+)\.([A-Za-z]{2,4})$/.exec(part) ?? [];
  const twin = `${stem}.${twinOf(ending) ?? ""}`;
  if (names.includes(twin)) return twin;
  const near = nearest(
    part,
    names.filter((name) => !isOtherFile(part, name)),
  );
  if (near !== null || part.length < 3 || part.includes(".")) return near;
  const longer = names.filter((name) => name.startsWith(`${part}.`) && !MADE_INTO.test(name));
  return longer.length === 1 ? (longer[0] ?? null) : null;
}

export const mistypedPaths: readonly Rule[] = [mistypedPath, comparedPath, mistypedRemoval];
