/** A directory where a program wants a file: what people mean by rm, cat, ln and others on it. */
import { insertAfter, replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import type { Call, Word } from "../shell-words.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const removeDirectory = rule({
  name: "remove-directory",
  title: "rm on a directory without -r",
  sees(view) {
    const call = callOf(view, "rm");
    const path = firstMatch(view, /^rm: cannot remove ['‘](.{1,255})['’]: Is a directory$/)?.[1];
    const word = call?.operands.find(({ value }) => value !== null && value === path);
    // What a pattern matches besides was not meant to be removed with all its contents.
    const isExact = call?.operands.every(({ value }) => value !== null) === true;
    return call === null || word === undefined || path === undefined || !isExact
      ? null
      : { call, path };
  },
  async repair({ call, path }, view, ask) {
    const name = path.replace(/\/+$/, "");
    if ((await ask.entry(name))?.kind !== "directory") return null;
    return corrected(
      insertAfter(view, call.program, "-r"),
      `${path} is a directory; rm removes directories, with everything in them, only with -r.`,
    );
  },
});

/** Programs that read files, and what shows a directory instead. */
const READERS = ["cat", "less", "more", "head", "tail", "bat", "view"];

const readDirectory = rule({
  name: "read-directory",
  title: "cat on a directory",
  sees(view) {
    const call = callOf(view, ...READERS);
    const path = firstMatch(
      view,
      /^(?:cat|bat): (.{1,255}): Is a directory$/,
      /^(?:head|tail): error reading ['‘](.{1,255})['’]: Is a directory$/,
      /^(.{1,255}) is a directory$/,
    )?.[1];
    const word = call?.operands.find(({ value }) => value !== null && value === path);
    return call === null || word === undefined ? null : readable(call, word);
  },
  repair: ({ call, path }, view) =>
    corrected(
      replaceWord(view, call.program, "ls"),
      `${path} is a directory; ls shows what is in it.`,
    ),
});

/** Only if the directory is its one operand: otherwise the rest was meant to be read. */
function readable(call: Call, word: Word): { call: Call; path: string } | null {
  return call.operands.length === 1 && word.value !== null ? { call, path: word.value } : null;
}

const HARD_LINK = /^ln: (.{1,255}): hard link not allowed for directory$/;

const linkDirectory = rule({
  name: "link-directory",
  title: "ln on a directory without -s",
  sees(view) {
    const call = callOf(view, "ln");
    const path = firstMatch(view, HARD_LINK)?.[1];
    return call === null || path === undefined ? null : { call, path };
  },
  repair({ call, path }, view) {
    const [, second] = call.operands;
    // The target of a symbolic link is read from where the link is.
    const isBeside = path.startsWith("/") || second?.value?.includes("/") !== true;
    if (!isBeside) return advice(`${path} is a directory: only symbolic links (ln -s) to it work.`);
    return corrected(
      insertAfter(view, call.program, "-s"),
      `${path} is a directory; only a symbolic link can point to it.`,
    );
  },
});

const writeDirectory = rule({
  name: "write-directory",
  title: "Output redirected to a directory",
  sees(view) {
    const path = firstMatch(
      view,
      /^[^:]{1,200}: (?:line \d{1,6}: )?(.{1,255}): Is a directory$/,
      /^[^:]{1,200}: \d{1,6}: cannot create (.{1,255}): Is a directory$/,
    )?.[1];
    return path !== undefined && isWritten(view, path) ? { path } : null;
  },
  repair: ({ path }) =>
    advice(
      `${path} is a directory: write to a file in it, such as ${path.replace(/\/+$/, "")}/output.txt.`,
    ),
});

function isWritten({ calls, command }: View, path: string): boolean {
  const isTarget = ({ value, start }: Word) =>
    value === path && />[|&]?\s*$/.test(command.slice(0, start));
  return calls.some(({ files }) => files.some(isTarget));
}

/** Within one file system and between two, mv uses other words. */
const OCCUPIED = [
  /^mv: cannot move ['‘]([^'’]{1,255})['’] to ['‘]([^'’]{1,255})['’]: (?:Directory not empty|File exists)$/,
  /^mv: (?:cannot overwrite|inter-device move failed:) ['‘]([^'’]{1,255})['’](?: to ['‘]([^'’]{1,255})['’].{0,40})?: Directory not empty$/,
];

/** Which of the two is wanted, or both merged, only a person knows. */
const moveOntoDirectory = rule({
  name: "move-onto-directory",
  title: "mv onto a directory with files in it",
  sees(view) {
    const [, first, second] = firstMatch(view, ...OCCUPIED) ?? [];
    const sources = callOf(view, "mv")?.operands.filter(({ raw }) => !raw.startsWith("-"));
    const source = sources?.length === 2 ? sources[0]?.value : null;
    const target = (second ?? first)?.replace(/^\.\//, "");
    return source == null || target === undefined ? null : { source, target };
  },
  repair: ({ source, target }) =>
    advice(
      `${target} exists already and is not empty, and mv does not merge directories. Move the old one aside first (mv ${quotedPath(target)} ${quotedPath(`${target}.old`)}), or copy the new files into it: cp -r ${quotedPath(`${source}/.`)} ${quotedPath(target)}, which replaces files of the same name.`,
    ),
});

export const directoryOperands: readonly Rule[] = [
  removeDirectory,
  readDirectory,
  linkDirectory,
  writeDirectory,
  moveOntoDirectory,
];
