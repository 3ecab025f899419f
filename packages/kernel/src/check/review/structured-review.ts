/** A review as a result has it, read strictly: every field known, every text and list bounded. */
import { type Fields, fields, type Problem } from "../../canonical/fields.ts";
import type { Json } from "../../canonical/json.ts";
import { MAX_DIFF_LINE, MAX_DIFF_PATH } from "./diff-files.ts";
import type { LineRange } from "./line-ranges.ts";

export const CATEGORIES = [
  "security",
  "performance",
  "logic",
  "style",
  "testing",
  "documentation",
] as const;

const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
const APPROVALS = ["approve", "request_changes", "comment"] as const;

const MAX_REMARKS = 500;
const MAX_LOOKS = 2_000;
const MAX_HIGHLIGHTS = 100;
const MAX_WORDS = 10_000;
const MAX_CODE = 20_000;

/** A place that a review refers to. */
export interface Reference {
  readonly file: string;
  /** Null: the file as a whole. */
  readonly lines: LineRange | null;
}

export interface StructuredReview {
  readonly issues: readonly (Reference & { readonly category: (typeof CATEGORIES)[number] })[];
  readonly suggestions: readonly Reference[];
  /** What was read, whether or not there is something to say about it. */
  readonly lookedAt: readonly Reference[];
}

export function readReview(json: Json): StructuredReview | Problem {
  const read = fields(json, "review");
  read.onlyKnown([
    "summary",
    "approval_status",
    "issues",
    "suggestions",
    "highlights",
    "looked_at",
  ]);
  read.string("summary", { min: 1, max: MAX_WORDS });
  read.oneOf("approval_status", APPROVALS);
  read.array("highlights", { max: MAX_HIGHLIGHTS }, (items, at) =>
    items.string(at, { min: 1, max: MAX_WORDS }),
  );
  const review = {
    issues: read.array("issues", { max: MAX_REMARKS }, (items, at) => readIssue(items.object(at))),
    suggestions: read.array("suggestions", { max: MAX_REMARKS }, (items, at) =>
      readSuggestion(items.object(at)),
    ),
    lookedAt:
      read.optional("looked_at", (name) =>
        read.array(name, { max: MAX_LOOKS }, (items, at) => readLook(items.object(at))),
      ) ?? [],
  };
  return read.problem ?? review;
}

function readIssue(read: Fields): StructuredReview["issues"][number] {
  read.onlyKnown(["severity", "category", "file", "line_range", "description", "suggested_fix"]);
  read.oneOf("severity", SEVERITIES);
  read.string("description", { min: 1, max: MAX_WORDS });
  read.optional("suggested_fix", (name) => read.string(name, { max: MAX_CODE }));
  return {
    category: read.oneOf("category", CATEGORIES),
    file: fileOf(read),
    lines: readRange(read, "line_range"),
  };
}

function readSuggestion(read: Fields): Reference {
  read.onlyKnown(["file", "line", "current", "suggested", "rationale"]);
  read.string("current", { max: MAX_CODE });
  read.string("suggested", { max: MAX_CODE });
  read.string("rationale", { min: 1, max: MAX_WORDS });
  const line = read.integer("line", { min: 1, max: MAX_DIFF_LINE });
  return { file: fileOf(read), lines: [line, line] };
}

function readLook(read: Fields): Reference {
  read.onlyKnown(["file", "line_range"]);
  const lines = read.optional("line_range", (name) => readRange(read, name));
  return { file: fileOf(read), lines };
}

function fileOf(read: Fields): string {
  return read.string("file", { min: 1, max: MAX_DIFF_PATH });
}

/** `[first, last]`, of which the first is not after the last. */
export function readRange(read: Fields, name: string): LineRange {
  const [first = 1, last = 1] = read.array(name, { min: 2, max: 2 }, (items, at) =>
    items.integer(at, { min: 1, max: MAX_DIFF_LINE }),
  );
  if (first > last) read.fault(name, `line ${first} is after line ${last}`);
  return [first, last];
}
