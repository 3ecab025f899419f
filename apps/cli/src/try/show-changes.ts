/** Lists what a command would change. Everything is bounded and inert. */
import { type JudgedChange, type LayerDiff, type RawPath, shownPath } from "@bazaar/guard/commit";
import { cutMiddle } from "../contracts/cut-middle.ts";
import { counted } from "../counted.ts";
import { isGitObject } from "../git-object.ts";
import { withoutNoise } from "./without-noise.ts";

const MAX_LINES = 200;
const MAX_PATH_CHARACTERS = 200;
/** More new git objects than this are one line. */
const MAX_OBJECTS = 2;

type Kind = JudgedChange["change"]["kind"];

const MARKS = {
  add: "+",
  modify: "~",
  meta: "m",
  replace: "%",
  delete: "-",
  link: "=",
} as const satisfies Record<Kind, string>;

const WORDS = {
  add: "new",
  modify: "changed",
  meta: "with another mode or times",
  replace: "of another type",
  delete: "deleted",
  link: "linked",
} as const satisfies Record<Kind, string>;

export function changeLines(
  all: readonly JudgedChange[],
  { refused, hasAttributes }: Pick<LayerDiff, "refused" | "hasAttributes">,
  workingTree: string,
): string[] {
  const judged = withoutNoise(all);
  if (judged.length === 0 && refused.length === 0) return ["Nothing would change."];
  // Dangerous changes come first, so that a long list cannot hide them.
  const objects = judged.filter(isPlainObject);
  const single =
    objects.length > MAX_OBJECTS ? judged.filter((each) => !isPlainObject(each)) : judged;
  const sorted = [...single].sort((one, other) => danger(one) - danger(other));
  const lines = sorted.slice(0, MAX_LINES).flatMap((each) => linesOf(each, workingTree));
  const rest = single.length - MAX_LINES;
  return [
    `${counts(judged)}:`,
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(single === judged ? [] : objectLines(objects)),
    ...refused.map(({ path, type }) => `  x ${quoted(path, workingTree)}: a ${type} is never kept`),
    ...(hasAttributes ? [] : ["Extended attributes were not compared: install the package attr."]),
  ];
}

/** New, and nothing but part of the repository. */
function isPlainObject({ change, dangers }: JudgedChange): boolean {
  const isPart = dangers.every(({ code }) => code === "git_data");
  return isPart && change.kind === "add" && isGitObject(change.path);
}

function objectLines(objects: readonly JudgedChange[]): string[] {
  const files = objects.filter(({ change }) => change.after?.type !== "directory");
  const sentences = new Set(
    objects.flatMap(({ dangers }) => dangers.map(({ sentence }) => sentence)),
  );
  const line = `  ${MARKS.add} ${counted(files.length, "git object")}`;
  return [line, ...[...sentences].map((sentence) => `    ! ${sentence}`)];
}

function danger({ dangers }: JudgedChange): number {
  return dangers.length > 0 ? 0 : 1;
}

function counts(judged: readonly JudgedChange[]): string {
  return (Object.keys(WORDS) as Kind[])
    .map((kind) => ({ kind, count: judged.filter(({ change }) => change.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => `${count} ${WORDS[kind]}`)
    .join(", ");
}

function linesOf({ change, dangers }: JudgedChange, workingTree: string): string[] {
  const { kind, path, after, before, linkTo, removed } = change;
  const ending = (after ?? before)?.type === "directory" ? "/" : "";
  const more = [
    ...(before === null || after === null || before.mode === after.mode
      ? []
      : [`mode ${octal(before.mode)} -> ${octal(after.mode)}`]),
    ...(removed > 1 ? [`${removed} names`] : []),
    ...(linkTo === null ? [] : [`to ${quoted(linkTo, workingTree)}`]),
    ...(after?.target == null
      ? []
      : [`-> ${JSON.stringify(cutMiddle(shownPath(after.target), MAX_PATH_CHARACTERS))}`]),
  ];
  const line = `  ${MARKS[kind]} ${quoted(path, workingTree)}${ending} ${more.join(" ")}`.trimEnd();
  return [line, ...dangers.map(({ sentence }) => `    ! ${sentence}`)];
}

function octal(mode: number): string {
  return (mode & 0o7777).toString(8);
}

/** Relative inside the working tree; in quotation marks where a name is not plain. */
export function quoted(path: RawPath, workingTree: string): string {
  const near = pathBelow(path, workingTree) ?? shownPath(path);
  return /^[\w./@+,=-]+$/.test(near)
    ? cutMiddle(near, MAX_PATH_CHARACTERS)
    : JSON.stringify(cutMiddle(near, MAX_PATH_CHARACTERS));
}

/** Null outside the working tree. */
export function pathBelow(path: RawPath, workingTree: string): string | null {
  const text = shownPath(path);
  return text.startsWith(`${workingTree}/`) ? text.slice(workingTree.length + 1) : null;
}
