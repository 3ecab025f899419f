import { expect, test } from "vitest";
import { fitsPrompt } from "./prompt-line.ts";

test.each(["cd ..", "git push --set-upstream origin main", "cat 'Übersicht 2024.txt'"])(
  "%s may stand on a prompt",
  (command) => {
    expect(fitsPrompt(command, 80)).toBe(true);
  },
);

test.each([
  { what: "nothing", command: " " },
  { what: "two lines", command: "cd ..\nrm -r x" },
  { what: "a lone carriage return", command: "rm -r x\rcd .." },
  { what: "an escape sequence", command: "echo \u001b[8mhidden" },
  { what: "a reversed part", command: "cat \u202etxt.a" },
  { what: "a zero-width space", command: "cat a\u200b" },
  { what: "a note without a head", command: "cat a\u{1d159}" },
  { what: "a filler of Hangul", command: "cat a\u3164" },
  { what: "letters that run from the right", command: "rm \u05d0 && cat \u05d1" },
  { what: "letters of Arabic", command: "cat \u0627.txt; ls" },
  { what: "a space that is none", command: "cat\u00a0a" },
  { what: "text moved out of sight", command: `ls${" ".repeat(100)}; rm -r x` },
  { what: "more than three rows", command: `echo ${"x".repeat(240)}` },
])("$what may not", ({ command }) => {
  expect(fitsPrompt(command, 80)).toBe(false);
});
