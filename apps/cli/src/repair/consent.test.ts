import { expect, test } from "vitest";
import { fileQuestion } from "./consent.ts";

const asked = (path: string, isTree: boolean, ...words: string[]) =>
  fileQuestion({ path, isTree, words }, "/src/app");

test("a question about a search shows the command and what a yes covers", () => {
  expect(asked("/src/app", true, "grep", "-rn", "", ".")).toBe(
    `The agent wants to search the whole directory and see what this prints: grep -rn '' .
Send that, this time? [y/N, a: anything in the whole directory from now on]`,
  );
});

test("a command in a question shows what would be invisible", () => {
  expect(asked("/src/app/src", true, "grep", "-r", "a\nb", "src")).toContain("grep -r 'a\\u{a}b'");
});

test("a question about a file names it", () => {
  expect(asked("/src/app/notes.txt", false, "cat", "notes.txt")).toContain("asks for notes.txt,");
});
