/**
 * A review of a diff: it has the form that was agreed on, refers to lines of the diff only, keeps to
 * what was asked, and is not empty. Whether it is right stays with the reader.
 *
 * The evidence is the review itself with the hash that its author states. A review that does not fit
 * into an entry is replaced by what it exceeds.
 */
import type { Fields } from "../../canonical/fields.ts";
import type { JsonObject } from "../../canonical/json.ts";
import { rfc8785Hash } from "../../canonical/rfc8785.ts";
import type { CheckKind } from "../check-kind.ts";
import { MAX_EVIDENCE } from "../judging-cost.ts";
import { type NamedCheck, verdictOf } from "../named-check.ts";
import { jobPayload } from "../rerun.ts";
import { hashStep, openStep, step } from "../step.ts";
import {
  diffFiles,
  MAX_DIFF_FILES,
  MAX_DIFF_LENGTH,
  MAX_DIFF_PATH,
  MAX_DIFF_RANGES,
} from "./diff-files.ts";
import type { DiffFile, LineRange } from "./line-ranges.ts";
import { REVIEW_STEPS, reviewSteps } from "./review-steps.ts";
import { CATEGORIES, readRange, readReview } from "./structured-review.ts";

const FOCUS = [...CATEGORIES, "all"] as const;
const DEPTHS = ["quick", "standard", "thorough"] as const;

/** For each character of a review: it is hashed, read field by field, and its places are looked up. */
const STEPS_TO_READ = 12;

export interface ReviewCheck {
  readonly method: "review";
  readonly diffFiles: readonly DiffFile[];
  readonly focus: readonly (typeof FOCUS)[number][];
  readonly depth: (typeof DEPTHS)[number];
}

export const review: CheckKind<ReviewCheck> = {
  method: "review",
  documentMethod: "review",
  replays: (_, work) => jobPayload(work) !== null,
  decidedBy: "review",
  read(read) {
    const check: ReviewCheck = {
      method: "review",
      // A job has the diff itself, and the terms what it shows.
      diffFiles: read.has("diff") ? readDiff(read) : readDiffFiles(read),
      focus: read.array("focus", { min: 1, max: FOCUS.length }, (items, at) =>
        items.oneOf(at, [...FOCUS]),
      ),
      depth: read.oneOf("depth", DEPTHS),
    };
    if (new Set(check.focus).size < check.focus.length) read.fault("focus", "named twice");
    return check;
  },
  json: ({ method, diffFiles: files, focus, depth }) => ({
    method,
    diff_files: files.map(({ path, ranges }) => ({
      path,
      ranges: ranges.map(([first, last]) => [BigInt(first), BigInt(last)]),
    })),
    focus,
    depth,
  }),
  judge: (check, evidence) => verdictOf(named(check, evidence)),
  named,
  cost: () => STEPS_TO_READ * MAX_EVIDENCE,
  isSupported: (evidence) => evidence.review !== undefined || evidence.exceeds !== undefined,
  words: ({ diffFiles: files, depth }) => `a ${depth} review of ${files.length} files`,
  rule: ({ depth }) =>
    `the review matches its hash and form, refers only to lines of the diff, keeps to the focus in entry 0, is ${depth} and not empty`,
};

function readDiff(read: Fields): readonly DiffFile[] {
  const files = diffFiles(read.string("diff", { min: 1, max: MAX_DIFF_LENGTH }));
  if (files.ok) return files.value;
  read.fault("diff", "problem" in files.refusal ? files.refusal.problem : files.refusal.code);
  return [];
}

function readDiffFiles(read: Fields): readonly DiffFile[] {
  const files = read.array("diff_files", { min: 1, max: MAX_DIFF_FILES }, (items, at) => {
    const file = items.object(at);
    return {
      path: file.string("path", { min: 1, max: MAX_DIFF_PATH }),
      ranges: readRanges(file),
    };
  });
  const count = files.reduce((sum, { ranges }) => sum + ranges.length, 0);
  if (count > MAX_DIFF_RANGES) read.fault("diff_files", `more than ${MAX_DIFF_RANGES} ranges`);
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    read.fault("diff_files", "a path is named twice");
  }
  return files;
}

/** One spelling: ascending, and lines that follow each other are one range. */
function readRanges(file: Fields): readonly LineRange[] {
  const ranges = file.array("ranges", { max: MAX_DIFF_RANGES }, readRange);
  const isMerged = ranges.every(([first], at) => first > (ranges[at - 1]?.[1] ?? -1) + 1);
  if (!isMerged) file.fault("ranges", "expected ascending ranges with a gap between any two");
  return ranges;
}

function named(check: ReviewCheck, evidence: JsonObject): readonly NamedCheck[] {
  const { review: given, claimed_sha256: claimed, exceeds } = evidence;
  const open = (because: string) => REVIEW_STEPS.map((name) => openStep(name, because));
  if (given === undefined) {
    const form =
      typeof exceeds === "string"
        ? step("schema_valid", "the review is too long or too deep")
        : openStep("schema_valid", "no review");
    return [hashStep(claimed, null), form, ...open("no review that could be read")];
  }
  const hash = rfc8785Hash(given, "doubles");
  const isHashed = hash.ok
    ? hashStep(claimed, hash.value.slice("sha256:".length))
    : step("hash_matches", "the review has no RFC 8785 hash");
  const read = readReview(given);
  if ("problem" in read) {
    const form = step("schema_valid", `${read.field}: ${read.problem}`);
    return [isHashed, form, ...open("the review is not valid")];
  }
  return [isHashed, step("schema_valid", null), ...reviewSteps(check, read)];
}
