/** Input that cannot be used. All rows run in one process: to start one takes longer than a row. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMPILED } from "../../../test/server.ts";

const PROGRAM = `
import { runProgram } from "@bazaar/terminal";
import { buyCommand } from "./buy.ts";
const [folder, rows] = process.argv.slice(1);
process.chdir(folder);
const print = process.stdout.write.bind(process.stdout);
const done = [];
for (const args of JSON.parse(rows)) {
  let said = "";
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (text) => { said += text; return true; };
  }
  process.exitCode = 0;
  const program = { name: "bazaar", description: "", version: "0", commands: [buyCommand()] };
  await runProgram(program, ["buy", ...args]);
  done.push({ status: process.exitCode, said });
}
process.exitCode = 0;
print(JSON.stringify(done));
`;

const DIFF = "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n";
const FILES: Readonly<Record<string, string>> = {
  "a.diff": DIFF,
  "long.diff": DIFF + "\\ long\n".repeat(20_000),
  "words.txt": "just words\n",
  "empty.md": "",
  "issue.md": "# It is broken\n",
  "list.json": "[1]",
  "half.json": '{"texts":',
  "twice.json": '{"texts":["a"],"texts":["b"]}',
  "wrong.json": '{"texts":"a"}',
};

const text = ["text", "hello"];
const review = ["review", "--diff", "a.diff"];
const patch = ["patch", "--issue", "issue.md", "--test", "false"];
const job = (file: string) => ["job", file, "--schema", "oa.embedding.v1"];

const ROWS: readonly { readonly args: readonly string[]; readonly says: string }[] = [
  { args: [...text, "--sats", "0"], says: "--sats: expected a whole number from 1 to" },
  { args: [...text, "--sats", "1.5"], says: "--sats: " },
  { args: [...text, "--sats", "1000001"], says: "--sats: " },
  { args: [...text, "--time-limit", "29"], says: "--time-limit: " },
  { args: [...text, "--time-limit", "soon"], says: "--time-limit: " },
  { args: [...text, "--provider", "me"], says: "--provider: expected a key such as fix_" },
  { args: [...text, "--judge", "fix_12"], says: "--judge: expected a key such as fix_" },
  { args: [...text, "--market", "market"], says: "--market: expected a URL" },
  { args: [...text, "--idempotency-key", ""], says: "--idempotency-key: 0 characters" },
  { args: [...text, "--idempotency-key", "k".repeat(201)], says: "--idempotency-key: 201 char" },
  { args: [...text, "--cake"], says: "unknown option '--cake'" },
  { args: ["text"], says: "missing required argument 'prompt'" },
  { args: ["text", ""], says: "the prompt: 0 characters" },
  { args: [...text, "--max-length", "0"], says: "--max-length: " },
  { args: ["review"], says: "required option '--diff <file>'" },
  { args: ["review", "--diff", "none"], says: "--diff: none cannot be read" },
  { args: ["review", "--diff", "empty.md"], says: "--diff: 0 characters" },
  { args: ["review", "--diff", "words.txt"], says: "--diff: expected a unified diff" },
  { args: ["review", "--diff", "long.diff"], says: "--diff: " },
  { args: [...review, "--focus", "luck"], says: "--focus: expected one of security" },
  { args: [...review, "--focus", ""], says: "--focus: expected one of security" },
  { args: [...review, "--depth", "deep"], says: "'--depth <depth>' argument 'deep'" },
  { args: ["run"], says: "missing required argument 'command'" },
  { args: ["run", ""], says: "the command: 0 characters" },
  { args: ["run", "true", "--repo", "none"], says: "--repo: none is not a git repository" },
  { args: ["index", "--repo", "none"], says: "--repo: none is not a git repository" },
  { args: ["index", "--deny", "["], says: '--deny: the pattern "[" has a bracket' },
  { args: job("none.json"), says: "none.json cannot be read" },
  { args: job("list.json"), says: "list.json is not a JSON object" },
  { args: job("half.json"), says: "half.json is not a JSON object" },
  { args: job("twice.json"), says: "twice.json is not a JSON object" },
  { args: job("wrong.json"), says: "the request: texts: expected a list" },
  { args: ["job", "wrong.json"], says: "required option '--schema <id>'" },
  { args: ["job", "wrong.json", "--schema", "cake"], says: "Allowed choices are oa.patch_gen" },
  { args: ["patch", "--test", "false"], says: "required option '--issue <file>'" },
  { args: ["patch", "--issue", "issue.md"], says: "required option '--test <command>'" },
  { args: ["patch", "--issue", "none", "--test", "false"], says: "--issue: none cannot be read" },
  {
    args: ["patch", "--issue", "empty.md", "--test", "false"],
    says: "--issue: the first line of empty.md is the title",
  },
  { args: [...patch, "--deny", "{"], says: "--deny: the pattern" },
  { args: [...patch, "--repo", "none"], says: "--repo: none is not a git repository" },
];

let folder: string;
let done: readonly { readonly status: number; readonly said: string }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-buy-"));
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
  const nowhere = ["--market", "http://127.0.0.1:9", "--key", join(folder, "buyer.key")];
  const rows = ROWS.map(({ args: [kind = "", ...args] }) => [kind, ...nowhere, ...args]);
  const args = ["--input-type=module", "--eval", PROGRAM, "--", folder, JSON.stringify(rows)];
  const { PATH, NODE_OPTIONS = "" } = process.env;
  const env = { PATH, NODE_OPTIONS, NODE_COMPILE_CACHE: COMPILED, HOME: folder };
  const cwd = import.meta.dirname;
  done = JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: "utf8" }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("input that cannot be used is refused before anything is sent", () => {
  test.each(ROWS.map((row, at) => ({ ...row, at })))("$args: $says", ({ says, at }) => {
    const { status, said } = done[at] ?? {};
    expect({ status, said }).toEqual({ status: 2, said: expect.stringContaining(says) });
    expect(said).not.toContain("internal error");
  });
});
