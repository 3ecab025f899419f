import { expect, test } from "vitest";
import { commandQuestion } from "./command-question.ts";

const SCREEN = { columns: 80, rows: 24 };
const HIDING = `touch PWNED #${"\n".repeat(40)}# Instead of: lss\n# run for real:\nls`;

test("a command is all there with its question, and what it replaces", () => {
  expect(commandQuestion("ls --all", "ls --alll", SCREEN)).toEqual({
    isWhole: true,
    text: [
      "Instead of: ls --alll",
      "this would run for real (1 line):",
      "  │ ls --all",
      "Type run to run it.",
    ].join("\n"),
  });
});

test("empty lines push nothing off the screen, and are counted", () => {
  const question = commandQuestion(HIDING, "lss", SCREEN);
  if (!question.isWhole) throw new Error(question.because);
  expect(question.text.split("\n").length).toBeLessThan(12);
  expect(question.text).toContain("this would run for real (43 lines):\n   1 │ touch PWNED #\n");
  expect(question.text).toContain("┆ 39 empty lines");
});

test.each([
  {
    what: "too many lines",
    command: "echo\n".repeat(30),
    rows: 24,
    says: "needs 33 rows",
  },
  {
    what: "too long a line",
    command: "x".repeat(2_000),
    rows: 24,
    says: "needs 30 rows",
  },
  {
    what: "lines of blanks",
    command: `rm x${"\n ".repeat(30)}\nls`,
    rows: 24,
    says: "needs 35 rows",
  },
  { what: "too small a screen", command: "ls", rows: 3, says: "this screen has 3" },
])("$what: nothing is asked", ({ command, rows, says }) => {
  const question = commandQuestion(command, "lss", { columns: 80, rows });
  expect(question).toMatchObject({ isWhole: false, because: expect.stringContaining(says) });
});
