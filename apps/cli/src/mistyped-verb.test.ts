import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mistypedVerb } from "./mistyped-verb.ts";

const MAIN = join(import.meta.dirname, "../dist/main.mjs");

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-slip-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  { word: "statsu", meant: "status" },
  { word: "statu", meant: "status" },
  { word: "statuss", meant: "status" },
  { word: "atatus", meant: "status" },
  { word: "udno", meant: "undo" },
  { word: "reviwe", meant: "review" },
  { word: "status", meant: null },
  { word: "stat", meant: null },
  { word: "make", meant: null },
  { word: "git", meant: null },
  { word: "statsu now", meant: null },
  { word: "./statsu", meant: null },
  { word: "", meant: null },
])("$word may mean $meant", ({ word, meant }) => {
  expect(mistypedVerb(word, folder)).toBe(meant);
});

test("a program of that name is what is meant", () => {
  writeFileSync(join(folder, "chta"), "#!/bin/sh\n");
  expect(mistypedVerb("chta", `/nowhere:${folder}`)).toBe("chat");
  writeFileSync(join(folder, "statsu"), "#!/bin/sh\n", { mode: 0o755 });
  expect(mistypedVerb("statsu", `/nowhere:${folder}`)).toBeNull();
});

test("fix without a command shows the help", () => {
  const { status, stdout } = runFix([]);
  expect(status).toBe(0);
  expect(stdout).toContain("fix <command>");
  expect(stdout).toContain("wallet");
});

test.each([
  { what: "a mistyped verb", words: ["statsu"], says: "did you mean fix status?" },
  { what: "one behind a flag", words: ["--yes", "statsu", "--all"], says: "fix -- statsu" },
  {
    what: "a verb behind an option",
    words: ["--market", "http://127.0.0.1:8000", "status", "--all"],
    says: "did you mean fix status --market http://127.0.0.1:8000 --all touch",
  },
  { what: "a verb behind a flag", words: ["--yes", "uninstall"], says: "fix -- uninstall" },
  { what: "a market that is none", words: ["--market", "nonsense"], says: "--market: " },
  { what: "a bounty that is none", words: ["--bounty", "much"], says: "--bounty: " },
  { what: "two modes at once", words: ["--local", "--mode", "autonomous"], says: "--mode auto" },
])("$what is refused before anything is run", ({ words, says }) => {
  const ran = join(folder, "ran");
  const { status, stderr } = runFix([...words, "touch", ran]);
  expect(status).toBe(2);
  expect(stderr).toContain(says);
  expect(existsSync(ran)).toBe(false);
});

test.each([[["--"]], [["--yes", "--"]]])("behind %j a word is a command", (before) => {
  // No program, and yet the shell knows it.
  const functions = join(folder, "functions");
  writeFileSync(functions, "statsu() { echo it ran; }\nstatus() { echo it ran; }\n");
  for (const word of ["statsu", "status"]) {
    const { status, stdout } = runFix([...before, word], { BASH_ENV: functions });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "it ran\n" });
  }
});

function runFix(words: readonly string[], more: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, HOME: folder, ...more };
  const given = [MAIN, ...words];
  return spawnSync(process.execPath, given, { encoding: "utf8", cwd: folder, env });
}
