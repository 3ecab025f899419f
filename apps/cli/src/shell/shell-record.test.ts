import { expect, test } from "vitest";
import { parseShellRecord, type ShellRecord, shownOutput } from "./shell-record.ts";

const RECORD: ShellRecord = {
  command: "make",
  exitCode: 2,
  directory: "/tmp",
  endedIn: "/tmp",
  isCertain: true,
  log: "/log",
  markName: "shell.7",
};
const start = (name: string) => `\x1b]133;C;aid=${name}\x07`;
const end = (name: string, code = 2) => `\x1b]133;D;${code};aid=${name}\x07`;
const earlier = `${start("shell.6")}old${end("shell.6")}> ls`;
const shown = `${start("shell.7")}new\n${end("shell.7")}`;

test.each([
  { when: "both marks are there", log: `${earlier}${shown}> `, text: "new\n", isWhole: true },
  {
    when: "a later command has marks too",
    log: `${shown}> it${start("shell.8")}`,
    text: "new\n",
    isWhole: true,
  },
  {
    when: "a number begins alike",
    log: `${start("shell.70")}x${end("shell.70")}${shown}`,
    text: "new\n",
    isWhole: true,
  },
  {
    when: "the command prints the marks of another shell",
    log: `${start("shell.7")}a${end("other.7")}b${end("shell.7")}`,
    text: `a${end("other.7")}b`,
    isWhole: true,
  },
  {
    when: "the log was cut after it began",
    log: `rest${end("shell.7")}`,
    text: "rest",
    isWhole: false,
  },
  {
    when: "the log was full before it ended",
    log: `${start("shell.7")}head`,
    text: "head",
    isWhole: false,
  },
  { when: "the log was full before it began", log: earlier, text: "", isWhole: false },
  {
    when: "zsh marks an unfinished line",
    log: `${start("shell.7")}half\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m   \r \rown prompt${end("shell.7")}`,
    text: "half",
    isWhole: true,
  },
])("when $when, the output is the command's own", ({ log, text, isWhole }) => {
  expect(shownOutput(log, RECORD)).toMatchObject({ text, isWhole });
});

test("what stands before is the prompt and what was typed, of this command only", () => {
  expect(shownOutput(`${earlier}${shown}`, RECORD).before).toMatch(/> ls$/);
  expect(shownOutput(`${earlier}${shown}`, RECORD).before).not.toContain("old");
});

test("a very long output keeps its end", () => {
  const log = `${start("shell.7")}${"x".repeat(600_000)}the error${end("shell.7")}`;
  const { text, isWhole } = shownOutput(log, RECORD);
  expect(text.endsWith("the error")).toBe(true);
  expect({ isWhole, length: text.length }).toEqual({ isWhole: false, length: 512 * 1024 });
});

test.each([
  { what: "an empty file", text: "" },
  { what: "another version", text: "1\x000\0yes\0/\0\0\0ls\0" },
  { what: "too few fields", text: "2\x000\0yes\0/\0/" },
  { what: "an exit code that is none", text: "2\0no\0yes\0/\0/\0\0\0ls\0" },
])("$what is not a record", ({ text }) => {
  expect(parseShellRecord(text)).toBeNull();
});

test("leftovers of a longer record count for nothing", () => {
  const text = "2\x002\0perhaps\0/tmp\0/tmp\0\0a.1\0make\0stale leftovers\0";
  const { command, exitCode, isCertain, log } = parseShellRecord(text)!;
  expect({ command, exitCode, isCertain, log }).toEqual({
    command: "make",
    exitCode: 2,
    isCertain: false,
    log: null,
  });
});
