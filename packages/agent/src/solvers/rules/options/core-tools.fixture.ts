import type { Fixture } from "../test/fixture.ts";

const slip =
  (rule: string) =>
  (fixture: Omit<Fixture, "rule">): Fixture => ({ rule, ...fixture });
const core = slip("core-tools");
const find = slip("find-values");
const LINES = { "a.txt": "one\ntwo\n" };

export const fixtures: readonly Fixture[] = [
  core({
    when: "the number of lines is no option",
    files: LINES,
    command: "head 1 a.txt",
    shows: "cannot open '1'",
  }),
  core({
    when: "tr is given a file",
    files: LINES,
    command: "tr a-z A-Z a.txt",
    shows: "tr: extra operand",
  }),
  core({
    when: "a tab is written for cut",
    files: { "a.tsv": "a\tb\n" },
    command: String.raw`cut -d '\t' -f 2 a.tsv`,
    shows: "the delimiter must be a single character",
  }),
  core({
    when: "a tab is written for sort",
    files: { "a.tsv": "a\tb\n" },
    command: String.raw`sort -t '\t' -k 2 a.tsv`,
    shows: "multi-character tab",
  }),
  core({
    when: "a date starts with the day",
    command: "date -d 31.12.2025 +%j",
    shows: "invalid date",
  }),
  core({
    when: "a format has a space",
    command: "date +%Y-%m-%d %H:%M",
    shows: "date: extra operand",
  }),
  core({
    when: "a mode has no sign",
    files: LINES,
    command: "chmod x a.txt",
    shows: "invalid mode",
  }),
  core({
    when: "a text starts with a dash",
    command: String.raw`printf '- item\n'`,
    shows: "invalid option",
    needs: ["bash"],
  }),
  core({
    when: "files are not sorted",
    files: { x: "b\na\n", y: "a\n" },
    command: "comm x y",
    shows: "not in sorted order",
  }),
  core({
    when: "a page is mistyped",
    command: "man chmdo",
    shows: "No manual entry for chmdo",
    needs: ["man"],
  }),
  core({
    when: "a pattern starts with a dash",
    files: { "a.txt": "use --force here\n" },
    command: "grep --force a.txt",
    shows: "unrecognized option",
  }),
  core({
    when: "a script of sed has a space",
    files: LINES,
    command: "sed s/one/a b/ a.txt",
    shows: "unterminated",
  }),
  find({
    when: "a kind is written out",
    files: LINES,
    command: "find . -type file",
    shows: "-type",
  }),
  find({
    when: "a size has a unit of two letters",
    files: LINES,
    command: "find . -size -10MB",
    shows: "-size",
  }),
  find({
    when: "a test has no dash",
    files: LINES,
    command: "find . name a.txt",
    shows: "name",
  }),
  find({
    when: "the end of -exec is missing",
    files: LINES,
    command: "find . -name '*.txt' -exec cat {}",
    shows: "missing argument to",
  }),
];
