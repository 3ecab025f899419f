/**
 * A code review by rules, without a model.
 *
 * It says what it looked at and what it found there. Rules know nothing of what the change is for, so
 * that a review which found nothing comments; it never approves.
 */
import { type DiffFile, diffFiles, type JsonObject } from "@bazaar/kernel";
import { type ChangedFile, changedFiles } from "./changed-files.ts";
import {
  CATEGORIES,
  type Category,
  DEPTHS,
  type Depth,
  type Finding,
  type ReviewRule,
  SEVERITIES,
  type Severity,
} from "./review-rule.ts";
import { REVIEW_RULES } from "./rules/all-rules.ts";
import { suggestionsFor } from "./suggestions.ts";

export interface ReviewRequest {
  readonly diff: string;
  /** None or "all": everything. */
  readonly focus: readonly (Category | "all")[];
  readonly depth: Depth;
}

/** The gravest are kept. */
const MAX_ISSUES = 200;

interface Issue extends Finding {
  readonly category: Category;
  readonly file: string;
}

/** The `review` of a code review's result; null if the diff is not one that a check can read. */
export function reviewDiff({ diff, focus, depth }: ReviewRequest): JsonObject | null {
  const shown = diffFiles(diff);
  if (!shown.ok) return null;
  const files = changedFiles(diff);
  const rules = rulesFor(focus, depth);
  const found = rules.flatMap((rule) => issuesOf(rule, files)).filter(isShownIn(shown.value));
  const issues = found.toSorted(bySeverity).slice(0, MAX_ISSUES);
  return {
    summary: summaryOf(files, rules, found),
    approval_status: issues.some(isGrave) ? "request_changes" : "comment",
    issues: issues.map(issueJson),
    suggestions: isWithin("thorough", depth) ? suggestionsFor(files, wanted(focus)) : [],
    highlights: [],
    looked_at: shown.value.flatMap((file) => looksAt(file, depth)),
  };
}

/** Every line of every file goes past the rules; a thorough review says so line by line. */
function looksAt({ path: file, ranges }: DiffFile, depth: Depth): readonly JsonObject[] {
  if (depth !== "thorough" || ranges.length === 0) return [{ file }];
  return ranges.map((lines) => ({ file, line_range: lines.map(BigInt) }));
}

/** Where a name can be read in two ways, the check's reading counts. */
function isShownIn(shown: readonly DiffFile[]): (issue: Issue) => boolean {
  const ranges = new Map(shown.map((file) => [file.path, file.ranges]));
  return ({ file, lines: [first, last] }) =>
    ranges.get(file)?.some(([from, to]) => from <= first && last <= to) === true;
}

function rulesFor(focus: ReviewRequest["focus"], depth: Depth): readonly ReviewRule[] {
  const categories = wanted(focus);
  return REVIEW_RULES.filter(
    (rule) => categories.has(rule.category) && isWithin(rule.depth, depth),
  );
}

function wanted(focus: ReviewRequest["focus"]): ReadonlySet<Category> {
  const isAll = focus.length === 0 || focus.includes("all");
  return new Set(CATEGORIES.filter((category) => isAll || focus.includes(category)));
}

function isWithin(least: Depth, depth: Depth): boolean {
  return DEPTHS.indexOf(least) <= DEPTHS.indexOf(depth);
}

function issuesOf({ find, category }: ReviewRule, files: readonly ChangedFile[]): readonly Issue[] {
  return files.flatMap((file) =>
    find(file, files).map((finding) => ({ ...finding, category, file: file.path })),
  );
}

function bySeverity(one: Issue, other: Issue): number {
  return SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
}

function isGrave({ severity }: Issue): boolean {
  return severity === "critical" || severity === "high";
}

function issueJson({
  severity,
  category,
  file,
  lines,
  description,
  suggestedFix,
}: Issue): JsonObject {
  return {
    severity,
    category,
    file,
    line_range: lines.map(BigInt),
    description,
    suggested_fix: suggestedFix ?? null,
  };
}

function summaryOf(
  files: readonly ChangedFile[],
  rules: readonly ReviewRule[],
  found: readonly Issue[],
): string {
  const lines = files.reduce((sum, { added }) => sum + added.length, 0);
  const looked = `Checked ${some(lines, "added line")} in ${some(files.length, "file")} with ${some(rules.length, "rule")}`;
  const names = rules.map(({ name }) => name).join(", ");
  const counts = SEVERITIES.map((severity) => countOf(severity, found)).filter(
    (text) => text !== "",
  );
  const result = counts.length === 0 ? "Nothing found" : `Found ${counts.join(", ")}`;
  const cut = found.length > MAX_ISSUES ? ` The ${MAX_ISSUES} gravest are listed.` : "";
  return `${looked} (${names}). ${result}.${cut} Rules do not know what the change is for.`;
}

function some(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

function countOf(severity: Severity, found: readonly Issue[]): string {
  const count = found.filter((issue) => issue.severity === severity).length;
  return count === 0 ? "" : `${count} ${severity}`;
}
