import { expect, test } from "vitest";
import { investigationProblem } from "./investigation.ts";

test.each([
  "cat 'a file'.c",
  "  ls -la",
  "ls\u00a0-la",
  "cat café.txt",
  "grep -rnE 'error|warn' src 2>/dev/null | head -n 20",
  "cd sub && git status; ls || true",
  "rm -rf .",
  "./configure --help",
  "python3 -c 'print(1)' > out",
  "x".repeat(2_000),
])("%s is one printable line, on which the guard decides", (command) => {
  expect(investigationProblem(command)).toBeNull();
});

test.each([
  ...["\n", "\r", "\t", "\0", "\u001b", "\u007f"],
  ...["\u0085", "\u200b", "\u202e", "\u2028", "\u2029", "\ufeff"],
])("nothing with %j in it", (character) => {
  expect(investigationProblem(`cat a${character}b`)).toContain("printable characters");
  expect(investigationProblem(`${character}cat a`)).toContain("printable characters");
});

test.each(["cat \ud800", "cat \udc00a", "cat \udc00\ud800"])("no lone surrogate: %j", (command) => {
  expect(investigationProblem(command)).toContain("lone surrogate");
  expect(investigationProblem("cat \u{10000}")).toBeNull();
});

test.each(["", " ", "\u00a0 "])("not an empty command: %j", (command) => {
  expect(investigationProblem(command)).toBe("the command is empty");
});
