import { expect, test } from "vitest";
import { INVESTIGATION_COMMANDS, investigationProblem } from "./investigation.ts";

/** Seed 000's list, word for word. */
const WHITELIST = `cat head tail less file wc stat md5sum sha256sum ls find tree du grep rg ag which
  whereis type uname arch lsb_release hostnamectl dpkg apt apt-cache rpm pacman pip pip3 npm gem cargo
  rustc gcc g++ make cmake clang clang++ echo id whoami pwd lscpu free df mount ps readlink realpath
  basename dirname diff cmp strings nm ldd objdump pkg-config test timeout`.split(/\s+/);

test("the tools that read are those of the seed, and more", () => {
  expect(INVESTIGATION_COMMANDS).toEqual(expect.arrayContaining(WHITELIST));
  expect(INVESTIGATION_COMMANDS).toEqual([...new Set(INVESTIGATION_COMMANDS)].sort());
});

test.each(WHITELIST)("%s is allowed", (word) => {
  expect(investigationProblem(`${word} --version`)).toBeNull();
});

test.each([
  "cat 'a file'.c",
  'grep -rn "bar" src/*.c',
  "  ls -la",
  "ls\u00a0-la",
  "find . -name foo.c",
  "cat ~/.bashrc",
  "cat café.txt",
  "grep -rnE 'error|warn' src 2>/dev/null | head -n 20",
  "cd sub && git status; ls || true",
  "node --version;npm --version",
  "ls|head",
  "LC_ALL=C sort a",
  "GIT_PAGER=cat NO_COLOR=1 git log",
])("%s is allowed", (command) => {
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

test.each([
  "rm -rf .",
  "tee out",
  "ksh -c ls",
  "/bin/cat a",
  "./cat a",
  "CAT a",
  "cat\\ a",
  "'cat' a",
  "A=1 cat a",
  "LC_ALL=C rm a",
  "LC_ALL=$(x) cat a",
  "PAGER=./x git log",
  "LD_PRELOAD=x cat a",
  "LANG=C",
  "sudo cat a",
  "(cat a)",
  "$(cat a)",
  "",
  " ",
  "catx",
  "constructor",
  "x".repeat(2_000),
])("%j does not only read", (command) => {
  const problem = investigationProblem(command);
  expect(problem).toContain("is not a command that only reads");
  expect(problem?.length).toBeLessThan(100);
});
