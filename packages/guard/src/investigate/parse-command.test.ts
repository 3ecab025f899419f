import { spawnSync } from "node:child_process";
import { quoteWords } from "@bazaar/work";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkCommand } from "./check-command.ts";
import { expandWords } from "./expand-words.ts";
import { parseCommand } from "./parse-command.ts";
import { explain } from "./refusal.ts";

const WHERE = { directory: "/srv/ada/project", home: "/srv/ada" };

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
  {
    text: "grep 'a|b;c&d' '(x)' '<y>' '$z' '`'",
    words: ["grep", "a|b;c&d", "(x)", "<y>", "$z", "`"],
  },
  {
    text: String.raw`grep \(a\|b\) \$c "\$d" "e$" f$ "g\`"`,
    words: ["grep", "(a|b)", "$c", "$d", "e$", "f$", "g`"],
  },
  {
    text: "echo {a,b}c d{e,{f,g}} {h} {} '{i,j}' {k",
    words: ["echo", "ac", "bc", "de", "df", "dg", "{h}", "{}", "{i,j}", "{k"],
  },
  { text: "echo a{b,}c", words: ["echo", "abc", "ac"] },
  { text: "git log HEAD@{1}..@{u}", words: ["git", "log", "HEAD@{1}..@{u}"] },
  { text: "echo --exclude-dir={x,y}", words: ["echo", "--exclude-dir=x", "--exclude-dir=y"] },
  { text: String.raw`grep $'a\tb\'c' x`, words: ["grep", "a\tb'c", "x"] },
  { text: 'echo "$HOME"/a ~/b ~', words: ["echo", "/srv/ada/a", "/srv/ada/b", "/srv/ada"] },
  {
    text: `echo "\${HOME}" \${NO_ONE:-x}\${HOME:+y}\${NO_ONE+z}`,
    words: ["echo", "/srv/ada", "xy"],
  },
])("$text is read as a shell reads plain words", ({ text, words }) => {
  expect(wordsOf(text)).toEqual(words);
  const env = { PATH: process.env.PATH, HOME: "/srv/ada" };
  const script = `printf '%s\\0' ${text}`;
  const shell = spawnSync("bash", ["-c", script], { encoding: "utf8", env });
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
  { text: "cat\u00a0a x", code: "not_one_command", says: "by spaces" },
  { text: "cat a\u2003b", code: "not_one_command", says: "by spaces" },
  { text: "cat \u3000 b", code: "not_one_command", says: "by spaces" },
  { text: "cat a |", code: "not_one_command", says: "a command is missing" },
  { text: "| cat a", code: "not_one_command", says: "a command is missing" },
  { text: "cat a || | ls", code: "not_one_command", says: "a command is missing" },
  { text: "cat a &&", code: "not_one_command", says: "a command is missing" },
  { text: "; ls", code: "not_one_command", says: "a command is missing" },
  { text: "cat a &", code: "shell_syntax", says: "background" },
  { text: "cat a & ls", code: "shell_syntax", says: "background" },
  { text: "ls ;; ls", code: "shell_syntax", says: "one command at a time" },
  { text: "cat $(rm x)", code: "unknown_tool", says: "read-only" },
  { text: 'cat "$(ls | tee x)"', code: "unknown_tool", says: "read-only" },
  { text: "cat $(ls", code: "not_one_command", says: "not closed" },
  { text: "cat $()", code: "not_one_command", says: "a command is missing" },
  { text: "cat $(ls; (ls))", code: "shell_syntax", says: "no groups" },
  { text: "cat a)", code: "shell_syntax", says: "no groups" },
  { text: "cat < $(ls)", code: "shell_syntax", says: "only $(command) is substituted" },
  { text: "echo $(ls) $(ls) $(ls $(ls) $(ls))", code: "shell_syntax", says: "at most 4" },
  { text: "$(which ls) -l", code: "unknown_tool", says: "not a path" },
  { text: "ls && $(which ls) -l", code: "unknown_tool", says: "not a path" },
  { text: "cat `ls`", code: "shell_syntax", says: "only $(command) is substituted" },
  { text: 'cat "`ls`"', code: "shell_syntax", says: "only $(command) is substituted" },
  { text: "echo $((1+1))", code: "shell_syntax", says: "not computed" },
  { text: `echo \${a/b/c}`, code: "shell_syntax", says: "plain variables" },
  { text: `echo \${!a}`, code: "shell_syntax", says: "plain variables" },
  { text: "echo $$", code: "shell_syntax", says: "plain variables" },
  { text: "echo $'\\x41'", code: "shell_syntax", says: "quotes are read" },
  { text: "(ls)", code: "shell_syntax", says: "no groups" },
  { text: "diff <(ls) a", code: "shell_syntax", says: "only $(command) is substituted" },
  { text: "cat <<x", code: "shell_syntax", says: "only $(command) is substituted" },
  { text: "cat <> x", code: "shell_syntax", says: "only $(command) is substituted" },
  { text: "cat <", code: "not_one_command", says: "needs a file" },
  { text: "cat > x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat >/dev/nullx", code: "shell_syntax", says: "nothing is written" },
  { text: "cat >/dev/null/x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat >'/dev/null'", code: "shell_syntax", says: "nothing is written" },
  { text: "cat 2>x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat 2>>x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat >|x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat &>x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat >&x", code: "shell_syntax", says: "nothing is written" },
  { text: "cat 2>&3", code: "shell_syntax", says: "nothing is written" },
  { text: "cat 2>&1x", code: "shell_syntax", says: "nothing is written" },
  { text: "ls ".repeat(9).trim().replaceAll(" ", " | "), code: "not_one_command", says: "pipes" },
  { text: "ls ".repeat(9).trim().replaceAll(" ", " ; "), code: "not_one_command", says: "follow" },
  { text: "cat ~root/x", code: "shell_syntax", says: "absolute path" },
  { text: "grep --file=~/x", code: "shell_syntax", says: "absolute path" },
  { text: "cat a #b", code: "shell_syntax", says: "comments" },
  { text: "A=1 cat x", code: "unknown_tool", says: "variables cannot be set" },
  { text: "./cat x", code: "unknown_tool", says: "not a path" },
  { text: "rm x", code: "unknown_tool", says: "read-only" },
  { text: `cat ${"x".repeat(2_000)}`, code: "command_too_long", says: "2000" },
])("$text is refused with $code", ({ text, code, says }) => {
  const parsed = checkCommand(text, WHERE);
  expect(parsed.ok ? "read" : parsed.refusal.code).toBe(code);
  expect(parsed.ok ? "" : explain(parsed.refusal)).toContain(says);
});

test("words that were quoted for a shell are read back as they were", () => {
  const word = fc.string({ maxLength: 12 }).filter((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text));
  fc.assert(
    fc.property(fc.array(word), (words) => {
      expect(wordsOf(quoteWords(["echo", ...words]))).toEqual(["echo", ...words]);
    }),
  );
});

test.each([
  { text: "a 2>/dev/null", stdout: "shown", stderr: "hidden" },
  { text: "a 2> /dev/null", stdout: "shown", stderr: "hidden" },
  { text: "a >/dev/null", stdout: "hidden", stderr: "shown" },
  { text: "a 1>>/dev/null", stdout: "hidden", stderr: "shown" },
  { text: "a 2>&1", stdout: "shown", stderr: "merged" },
  { text: "a >/dev/null 2>&1", stdout: "hidden", stderr: "hidden" },
  { text: "a 2>&1 >/dev/null", stdout: "hidden", stderr: "merged" },
  { text: "a &>/dev/null", stdout: "hidden", stderr: "hidden" },
  { text: "a 2>/dev/null >&2", stdout: "hidden", stderr: "hidden" },
  { text: "a >&2", stdout: "shown", stderr: "shown" },
])("$text sends its streams as a shell would", ({ text, stdout, stderr }) => {
  const line = parseCommand(text.replace("a", "ls"));
  expect(line.ok && line.value.steps[0]?.stages[0]).toMatchObject({ stdout, stderr });
});

test("a line is read as steps of joined commands", () => {
  const line = parseCommand("cat a|&sort -u | head&&ls || id;pwd;");
  const shape = line.ok ? line.value.steps.map(({ runs, stages }) => [runs, stages.length]) : [];
  expect(shape).toEqual([
    ["always", 3],
    ["after_success", 1],
    ["after_failure", 1],
    ["always", 1],
  ]);
  expect(line.ok && line.value.steps[0]?.stages[0]?.stderr).toBe("merged");
});

/** The words of the first command, as they would run where nothing matches a pattern. */
function wordsOf(text: string): readonly string[] {
  const line = parseCommand(text);
  const [stage] = (line.ok && line.value.steps[0]?.stages) || [];
  const variables = new Map([["HOME", WHERE.home]]);
  const expanded = expandWords(stage?.words ?? [], {
    variables,
    printed: new Map(),
    home: WHERE.home,
    matches: new Map(),
  });
  return expanded.ok ? expanded.value.words : [];
}
