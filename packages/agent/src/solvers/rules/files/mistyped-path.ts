import type { Investigator } from "../investigator.ts";
import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { isRemoved, isTarget, missingPath } from "./missing-path.ts";

const MAX_PARTS = 12;

export const mistypedPath = mistyped({
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

/** The path with its first missing part corrected, if the whole of it then exists. */
async function closestPath(path: string, ask: Investigator): Promise<string | null> {
  const parts = path.split("/");
  if (parts.length > MAX_PARTS || parts.includes("..")) return null;
  const prefixes = parts
    .map((_, at) => parts.slice(0, at + 1).join("/"))
    .filter((one) => one !== "");
  const missing = await firstMissing(prefixes, ask);
  if (missing === undefined) return null;

  const slash = missing.lastIndexOf("/");
  const parent = slash === -1 ? "." : missing.slice(0, slash) || "/";
  const meant = nearest(missing.slice(slash + 1), await ask.list(parent));
  if (meant === null) return null;
  const whole = missing.slice(0, slash + 1) + meant + path.slice(missing.length);
  if (missing === path) return whole;
  return (await ask.entry(whole)) === null ? null : whole;
}

async function firstMissing(
  prefixes: readonly string[],
  ask: Investigator,
): Promise<string | undefined> {
  for (const prefix of prefixes) if ((await ask.entry(prefix)) === null) return prefix;
  return undefined;
}
