/** What a review must be, beside its form: about this diff, about what was asked, and not empty. */
import type { NamedCheck } from "../named-check.ts";
import { quoted, step } from "../step.ts";
import { type DiffFile, isWithin, type LineRange, mergeRanges } from "./line-ranges.ts";
import type { ReviewCheck } from "./review.ts";
import type { Reference, StructuredReview } from "./structured-review.ts";

export const REVIEW_STEPS = [
  "references_valid",
  "focus_respected",
  "depth_respected",
  "non_trivial",
] as const;

export function reviewSteps(
  { diffFiles, focus, depth }: ReviewCheck,
  review: StructuredReview,
): readonly NamedCheck[] {
  const problems = {
    references_valid: referenceProblem(diffFiles, review),
    focus_respected: focusProblem(focus, review),
    depth_respected: depthProblem(depth, diffFiles, review),
    non_trivial: trivialProblem(diffFiles, review),
  } satisfies Record<(typeof REVIEW_STEPS)[number], string | null>;
  return REVIEW_STEPS.map((name) => step(name, problems[name]));
}

function referenceProblem(
  files: readonly DiffFile[],
  { issues, suggestions, lookedAt }: StructuredReview,
): string | null {
  const ranges = new Map(files.map((file) => [file.path, file.ranges]));
  const wrong = [...issues, ...suggestions, ...lookedAt].find(({ file, lines }) => {
    const shown = ranges.get(file);
    return shown === undefined || (lines !== null && !isWithin(shown, lines));
  });
  return wrong === undefined ? null : `${placeOf(wrong)} is not in the diff`;
}

function focusProblem(focus: ReviewCheck["focus"], { issues }: StructuredReview): string | null {
  if (focus.includes("all")) return null;
  const wrong = issues.find(({ category }) => !focus.includes(category));
  return wrong === undefined ? null : `nobody asked about ${wrong.category}`;
}

/**
 * A quick review may be about anything. A standard one mentions every file. A thorough one says that it
 * looked at every line.
 */
function depthProblem(
  depth: ReviewCheck["depth"],
  files: readonly DiffFile[],
  review: StructuredReview,
): string | null {
  if (depth === "quick") return null;
  const { issues, suggestions, lookedAt } = review;
  if (depth === "standard") return missedFile(files, [...issues, ...suggestions, ...lookedAt]);
  return missedFile(files, lookedAt) ?? missedLines(files, lookedAt);
}

/** Nothing found is an answer if it says what was read. */
function trivialProblem(
  files: readonly DiffFile[],
  { issues, suggestions, lookedAt }: StructuredReview,
): string | null {
  if (issues.length > 0 || suggestions.length > 0) return null;
  const missed = missedFile(files, lookedAt);
  return missed === null ? null : `no issue, no suggestion, and ${missed}`;
}

function missedFile(files: readonly DiffFile[], mentions: readonly Reference[]): string | null {
  const mentioned = new Set(mentions.map(({ file }) => file));
  const missed = files.find(({ path }) => !mentioned.has(path));
  return missed === undefined ? null : `${quoted(missed.path)} is not mentioned`;
}

function missedLines(files: readonly DiffFile[], lookedAt: readonly Reference[]): string | null {
  const seen = new Map<string, LineRange[]>();
  for (const { file, lines } of lookedAt) {
    const ranges = seen.get(file) ?? [];
    if (lines !== null) ranges.push(lines);
    seen.set(file, ranges);
  }
  for (const { path, ranges } of files) {
    const read = mergeRanges(seen.get(path) ?? []);
    const missed = ranges.find((range) => !isWithin(read, range));
    if (missed !== undefined) return `not looked at ${placeOf({ file: path, lines: missed })}`;
  }
  return null;
}

function placeOf({ file, lines }: Reference): string {
  return lines === null ? quoted(file) : `${quoted(file)} lines ${lines[0]} to ${lines[1]}`;
}
