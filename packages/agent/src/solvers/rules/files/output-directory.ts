import type { Investigator } from "../investigator.ts";
import { cutNameIn } from "../make/dollar-name.ts";
import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { callOf, firstMatch, type View, wordOf } from "../view.ts";
import { isTarget, missingPath } from "./missing-path.ts";

const PATH = `[^'"’\\n]{1,255}`;
const NOT_THERE = "(?:No such file|Not a directory)";
/** Messages about a file that cannot be created. */
const FILES = [
  new RegExp(
    `^(?:cp|install): cannot create (?:regular file|directory|symbolic link) ['‘](${PATH})['’]: ${NOT_THERE}`,
  ),
  new RegExp(`^mv: cannot move ['‘]${PATH}['’] to ['‘](${PATH})['’]: ${NOT_THERE}`),
  new RegExp(`^touch: cannot touch ['‘](${PATH})['’]: No such file`),
  new RegExp(`^tee: ['‘]?(${PATH}?)['’]?: No such file`),
  new RegExp(`^ln: failed to create (?:symbolic|hard) link ['‘](${PATH})['’]: No such file`),
  new RegExp(`^sort: open failed: (${PATH}): No such file`),
  new RegExp(`^Warning: Failed to open the file (${PATH}): No such file`),
  new RegExp(`cannot open output file (${PATH}): No such file`),
  new RegExp(`^Error: unable to open database "(${PATH})": unable to open`),
];
/** Messages about a target directory. */
const TARGETS = new RegExp(
  `^(?:cp|mv|install|ln): target (?:directory )?['‘](${PATH})['’](?:: No such file| is not a directory)`,
);
const MKDIR = new RegExp(`^mkdir: cannot create directory ['‘](${PATH})['’]: No such file`);

interface WrittenPath {
  readonly path: string;
  /** Whether the path itself is the missing directory. */
  readonly isDirectory: boolean;
}

export const outputDirectory = rule({
  name: "output-directory",
  title: "The output directory does not exist",
  sees(view) {
    const target = targetOf(view);
    if (target === null || target.path.split("/").includes("..")) return null;
    // A database that is only read is elsewhere; a new directory would give an empty one.
    const isNew = /\bcreate\s+(?:table|view|virtual)\b|\.(?:import|restore|read)\b/i.test(
      view.command,
    );
    if (callOf(view, "sqlite3") !== null && !isNew) return null;
    const whole = target.path.replace(/\/+$/, "");
    const directory = target.isDirectory
      ? whole
      : whole.slice(0, Math.max(0, whole.lastIndexOf("/")));
    return directory === "" ? null : { directory };
  },
  async repair({ directory }, _view, ask) {
    if ((await ask.entry(directory)) !== null || (await isRestOfName(directory, ask))) return null;
    return {
      shell: `mkdir -p ${quotedPath(directory)}`,
      explanation: `The directory ${directory} does not exist; this creates it.`,
    };
  },
});

/** `OME/.config` is what make leaves of `$HOME/.config`, and no directory to create. */
export async function isRestOfName(directory: string, ask: Investigator): Promise<boolean> {
  const [first = ""] = directory.split("/");
  return /^[A-Z][A-Z0-9_]+$/.test(first) && (await cutNameIn(first, ask)) !== null;
}

/** The path that a common tool could not write. */
export function writtenPath(view: View): WrittenPath | null {
  const target = firstMatch(view, TARGETS)?.[1];
  if (target !== undefined) return { path: target, isDirectory: true };
  const made = firstMatch(view, MKDIR)?.[1];
  if (made !== undefined) return { path: made, isDirectory: false };
  const path = firstMatch(view, ...FILES)?.[1];
  return path === undefined ? null : { path, isDirectory: path.endsWith("/") };
}

function targetOf(view: View): WrittenPath | null {
  const written = writtenPath(view);
  if (written !== null) return wordOf(view, written.path) === null ? null : written;
  const missing = missingPath(view);
  if (missing !== null && isEntered(view, missing.word)) {
    return { path: missing.path, isDirectory: true };
  }
  return missing !== null && isTarget(view, missing.word)
    ? { path: missing.path, isDirectory: false }
    : null;
}

/** `tar -xf a.tar -C there`: the directory to extract into. */
function isEntered(view: View, word: Word): boolean {
  const operands = callOf(view, "tar")?.operands ?? [];
  const flag = operands[operands.indexOf(word) - 1];
  const isExtracting = operands.some(({ raw }) => /^-?[a-zA-Z]*x|^--(?:extract|get)$/.test(raw));
  return isExtracting && /^(?:-C|--directory)$/.test(flag?.raw ?? "");
}
