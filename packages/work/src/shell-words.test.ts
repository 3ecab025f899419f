import { execFileSync } from "node:child_process";
import { hasProgram } from "@bazaar/testkit/program";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quoteWord, quoteWords } from "./shell-words.ts";

test.each([
  { word: "make", text: "make" },
  { word: "--flag=a/b.c", text: "--flag=a/b.c" },
  { word: "", text: "''" },
  { word: "a b", text: "'a b'" },
  { word: "it's", text: `'it'\\''s'` },
  { word: "s/\\(a\\)/b/", text: `'s/\\(a\\)/b/'` },
  { word: "a\\'b", text: `'a'\\\\''\\''b'` },
  { word: "a\\\\b", text: `'a'\\\\'\\b'` },
  { word: "a\\", text: `'a'\\\\''` },
  { word: "$(id)", text: "'$(id)'" },
  { word: "~root", text: "'~root'" },
])("$word is written $text", ({ word, text }) => {
  expect(quoteWord(word)).toBe(text);
});

test("a shell reads back the same words, whatever is in them", () => {
  const word = fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", ""));
  const words = fc.array(word, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(words, (words) => {
      const text = `printf '%s\\0' ${quoteWords(words)}`;
      const read = execFileSync("sh", ["-c", text]).toString("utf8").split("\0").slice(0, -1);
      expect(read).toEqual(words.map((word) => Buffer.from(word).toString("utf8")));
    }),
    { numRuns: 60 },
  );
});

const SHELLS = [
  { shell: "bash", flags: [] },
  { shell: "dash", flags: [] },
  { shell: "zsh", flags: ["-f"] },
  { shell: "zsh", flags: ["-f", "-o", "rcquotes"] },
  { shell: "fish", flags: ["--no-config"] },
];

/** fish reads \\' and \\\\ inside of single quotes, and zsh with RC_QUOTES reads ''. */
for (const { shell, flags } of SHELLS) {
  const title = [shell, ...flags].join(" ");
  test.skipIf(!hasProgram(shell))(`${title} reads back the same words (needs ${shell})`, () => {
    const parts = ["'", "\\", "''", "\\\\", "a", " ", "$x", '"', "`", ";", "(", "~"];
    const pairs = parts.flatMap((one) => parts.map((other) => one + other));
    const words = pairs.flatMap((pair) => parts.map((part) => `${pair}${part}`));
    const text = `printf '%s\\n' ${quoteWords(words)}`;
    const read = execFileSync(shell, [...flags, "-c", text])
      .toString("utf8")
      .split("\n");
    expect(read.slice(0, -1)).toEqual(words);
  });
}
