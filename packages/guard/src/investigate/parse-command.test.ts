import { spawnSync } from "node:child_process";
import { quoteWords } from "@bazaar/work";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCommand } from "./parse-command.ts";
import { explain } from "./refusal.ts";

test.each([
  { text: "cat a b", words: ["cat", "a", "b"] },
  { text: "  cat   a ", words: ["cat", "a"] },
  { text: "cat 'a b'", words: ["cat", "a b"] },
  { text: 'cat "a b"', words: ["cat", "a b"] },
  { text: String.raw`cat a\ b`, words: ["cat", "a b"] },
  { text: String.raw`cat 'a\b'`, words: ["cat", String.raw`a\b`] },
  { text: String.raw`cat "a\b\"c\\"`, words: ["cat", 'a\\b"c\\'] },
  { text: `cat a'b'"c"d`, words: ["cat", "abcd"] },
  { text: "cat ''", words: ["cat", ""] },
  { text: "find . -name '*.[ch]'", words: ["find", ".", "-name", "*.[ch]"] },
  { text: String.raw`find . -name \*.c`, words: ["find", ".", "-name", "*.c"] },
  { text: "cat file~ HEAD~1 a#b '~' '#'", words: ["cat", "file~", "HEAD~1", "a#b", "~", "#"] },
  { text: "find . ! -name x", words: ["find", ".", "!", "-name", "x"] },
  { text: "grep Grüße a", words: ["grep", "Grüße", "a"] },
])("$text is read as a shell reads plain words", ({ text, words }) => {
  expect(parseCommand(text)).toEqual({ ok: true, value: words });
  const shell = spawnSync("sh", ["-c", `printf '%s\\0' ${text}`], { encoding: "utf8" });
  expect(shell.stdout.split("\0").slice(0, -1)).toEqual(words);
});

test.each([
  { text: "", code: "not_one_command", says: "the command is empty" },
  { text: "   ", code: "not_one_command", says: "the command is empty" },
  { text: "cat 'a", code: "not_one_command", says: "not closed" },
  { text: 'cat "a', code: "not_one_command", says: "not closed" },
  { text: "cat a\\", code: "not_one_command", says: "backslash" },
  { text: "cat a\nb", code: "not_one_command", says: "one plain command" },
  { text: "cat \u202ea", code: "not_one_command", says: "one plain command" },
  { text: "cat \ud800", code: "not_one_command", says: "a lone" },
  { text: "cat\u00a0a x", code: "shell_syntax", says: "by spaces" },
  { text: "cat a\u2003b", code: "shell_syntax", says: "by spaces" },
  { text: "cat \u3000 b", code: "not_one_command", says: "by spaces" },
  { text: "cat a | b", code: "shell_syntax", says: "grep -e ONE -e TWO" },
  { text: "cat 'a;b'", code: "shell_syntax", says: "one command at a time" },
  { text: "cat $HOME", code: "shell_syntax", says: "write the value itself" },
  { text: "cat > x", code: "shell_syntax", says: "is returned anyway" },
  { text: "cat *.c", code: "shell_syntax", says: "find DIRECTORY -name" },
  { text: "cat a?", code: "shell_syntax", says: "find DIRECTORY -name" },
  { text: "cat [ab]", code: "shell_syntax", says: "find DIRECTORY -name" },
  { text: "cat {a,b}", code: "shell_syntax", says: "name each file" },
  { text: "cat ~/x", code: "shell_syntax", says: "absolute path" },
  { text: "grep --file=~/x", code: "shell_syntax", says: "absolute path" },
  { text: "cat a #b", code: "shell_syntax", says: "comments" },
  { text: "A=1 cat x", code: "unknown_tool", says: "variables cannot be set" },
  { text: "./cat x", code: "unknown_tool", says: "not a path" },
  { text: "rm x", code: "unknown_tool", says: "read-only" },
  { text: `cat ${"x".repeat(2_000)}`, code: "command_too_long", says: "2000" },
])("$text is refused with $code", ({ text, code, says }) => {
  const parsed = parseCommand(text);
  expect(parsed.ok ? "read" : parsed.refusal.code).toBe(code);
  expect(parsed.ok ? "" : explain(parsed.refusal)).toContain(says);
});

test("words that were quoted for a shell are read back as they were", () => {
  const word = fc
    .string({ maxLength: 12 })
    .filter((text) => !/[|;&$`()<>\p{C}\p{Zl}\p{Zp}]/u.test(text));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(parseCommand(quoteWords(["echo", ...words]))).toEqual({
        ok: true,
        value: ["echo", ...words],
      });
    }),
  );
});
