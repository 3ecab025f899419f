/**
 * The diff of every changed file, or why it cannot be shown. `--yes` does not cover what was not
 * shown.
 */
import type { JudgedChange } from "@bazaar/guard/commit";
import { diffRows } from "../contracts/visible-command.ts";
import { type FileText, fileText, sizeWords } from "./file-text.ts";
import { gitDiff } from "./git-diff.ts";
import { quoted } from "./show-changes.ts";
import { isInstalled, unseenLines } from "./unseen-lines.ts";

type Change = JudgedChange["change"];

export interface LookedAt {
  readonly lines: readonly string[];
  /** The same changes; those that were not shown are to be asked for. */
  readonly judged: readonly JudgedChange[];
}

const MAX_DIFFS = 50;
/** More new files than this below a package directory are an installation. */
const MAX_INSTALLED = 10;
const MAX_LINES = 1_000;
const MAX_CHARACTERS = 100_000;
const NO_TEXT: FileText = { is: "text", bytes: Buffer.alloc(0) };

/** Long lines are wrapped to the columns of a terminal. */
export async function textDiffs(
  judged: readonly JudgedChange[],
  workingTree: string,
  columns: number,
): Promise<LookedAt> {
  const changes = judged
    .filter(({ isMadeByGit, noise }) => !isMadeByGit && noise === undefined)
    .map(({ change }) => change)
    .filter(hasContent);
  // Installed files come last, so that they cannot hide the others.
  const installed = new Set(changes.filter((change) => isInstalled(change, workingTree)));
  const sorted = [...changes.filter((change) => !installed.has(change)), ...installed];
  const isInstallation = installed.size > MAX_INSTALLED;
  const room = { diffs: MAX_DIFFS, lines: MAX_LINES, characters: MAX_CHARACTERS };
  const unseen = new Map<Change, string>();
  const lines: string[] = [];
  for (const change of sorted) {
    const isTried = room.diffs > 0 && !(isInstallation && installed.has(change));
    const diff = isTried ? await diffOf(change, columns) : `${sizeOf(change)}, too many changes`;
    const fitting = typeof diff === "string" ? diff : within(room, diff);
    if (typeof fitting === "string") unseen.set(change, fitting);
    else lines.push("", quoted(change.path, workingTree), ...fitting);
  }
  lines.push(...unseenLines(unseen, workingTree));
  for (const change of installed) unseen.delete(change);
  return { lines, judged: judged.map((each) => withUnseen(each, unseen)) };
}

function hasContent({ kind, after }: Change): boolean {
  return after?.type === "file" && kind !== "meta" && kind !== "link";
}

function withUnseen(each: JudgedChange, unseen: ReadonlyMap<Change, string>): JudgedChange {
  const why = unseen.get(each.change);
  if (why === undefined) return each;
  const sentence = `its content is not shown (${why})`;
  return { ...each, dangers: [...each.dangers, { code: "not_shown", sentence }] };
}

/** Its lines, or why there are none. */
async function diffOf(change: Change, columns: number): Promise<readonly string[] | string> {
  const { path, source, before, after, kind } = change;
  const was = before?.type === "file" ? fileText(path, before.size) : NO_TEXT;
  const is = fileText(source, after?.size ?? 0n);
  if (is.is !== "text" || was.is !== "text") {
    const becomes = is.is === "binary" && was.is === "text" && before !== null;
    const word = is.is === "text" ? `it was ${was.is}` : is.is;
    return `${becomes ? "text becomes binary" : word}, ${sizeOf(change)}`;
  }
  const diff = await gitDiff(was.bytes, is.bytes);
  if (diff === null) return `${sizeOf(change)}, git is not available to compare it`;
  if (diff.length > 0) return diff.flatMap((line) => diffRows(line, columns));
  return [kind === "modify" ? "(same text, other extended attributes)" : "(empty)"];
}

interface Room {
  diffs: number;
  lines: number;
  characters: number;
}

/** The diff if it fits, and the room is used up; otherwise why it does not fit. */
function within(room: Room, diff: readonly string[]): readonly string[] | string {
  const characters = diff.reduce((sum, line) => sum + line.length, 0);
  if (diff.length > room.lines) return `a difference of ${diff.length} lines`;
  if (characters > room.characters) return `a difference of ${characters} characters`;
  room.diffs -= 1;
  room.lines -= diff.length;
  room.characters -= characters;
  return diff;
}

function sizeOf({ after }: Change): string {
  return sizeWords(after?.size ?? 0n);
}
