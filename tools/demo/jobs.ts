/**
 * `npm run demo -- jobs`: a buyer and a provider in processes of their own trade a patch through a
 * server, from an issue to a verified branch, a receipt and a trajectory, without any network.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import { provide, SANDBOX_NEEDS, thisMachine } from "../runner/system-needs.ts";
import { environmentIn } from "./environment.ts";
import { endAll, said } from "./said.ts";

const BAZAAR = join(import.meta.dirname, "../../apps/server/src/main.ts");
const FILES: Readonly<Record<string, string>> = {
  "sum.js": "export const sum = (a, b) => a + b;\n",
  "total.mjs": [
    'import { sum } from "./sum";',
    "",
    "export const total = (prices) => prices.reduce((all, price) => sum(all, price), 0);",
    "",
  ].join("\n"),
  "test.mjs": [
    'import assert from "node:assert";',
    'import { total } from "./total.mjs";',
    "",
    "assert.equal(total([2, 2]), 4);",
    'console.log("1 test passed");',
    "",
  ].join("\n"),
};
const ISSUE = "# The tests do not start\n\n`node test.mjs` fails with ERR_MODULE_NOT_FOUND.\n";

provide(SANDBOX_NEEDS, thisMachine(console.log));
await using temporary = await TemporaryDirectory.make("demo");
const home = realpathSync(temporary.path);
const repository = join(home, "project");
const running: ChildProcess[] = [];
try {
  process.exitCode = (await trade()) ? 0 : 1;
} finally {
  await endAll(running);
}

async function trade(): Promise<boolean> {
  const startedMs = performance.now();
  makeRepository();
  const server = begin(["serve", "--port", "0"], "$ bazaar serve");
  const url = await said(server, /listens on (http:\S+)/);
  const provider = begin(
    ["work", "--market", url],
    "$ bazaar work    # the embedded worker, no model",
  );
  const key = await said(provider, /provider: (fix_\w+)/);
  const test = ["--issue", join(home, "issue.md"), "--test", "node test.mjs"];
  const bought = show([
    "buy",
    "patch",
    "--market",
    url,
    "--provider",
    key,
    "--branch",
    "fixed",
    ...test,
  ]);
  if (bought === null) return false;
  const job = /job ([0-9a-f]{32})/.exec(bought)?.[1] ?? "";
  git("diff", "HEAD", "fixed");
  if (!proves(url, job)) return false;
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`\nfrom the issue to a verified branch, receipts and a trajectory in ${seconds} s`);
  return true;
}

/** The trajectory of the job verifies, and its receipts against the transcript. */
function proves(url: string, job: string): boolean {
  const proof = join(home, "proof");
  const isFetched = show(["session", "fetch", job, "--market", url, "--out", proof]) !== null;
  const transcript = ["--transcript", join(proof, "transcript.json")];
  const args = ["receipt", "verify", join(proof, "receipts.json"), ...transcript];
  return isFetched && show(args) !== null;
}

function makeRepository(): void {
  mkdirSync(repository);
  writeFileSync(join(home, "issue.md"), ISSUE);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(repository, name), text);
  const quiet = { cwd: repository, env: environmentIn(home), stdio: "ignore" } as const;
  const author = ["-c", "user.name=demo", "-c", "user.email=demo@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...author, "commit", "-qm", "init"],
  ]) {
    spawnSync("git", args, quiet);
  }
}

function begin(args: readonly string[], words: string): ChildProcess {
  console.log(words);
  const child = spawn(process.execPath, [BAZAAR, ...args], {
    cwd: home,
    env: environmentIn(home),
    // The log of a server is not part of the story.
    stdio: ["ignore", "pipe", "ignore"],
  });
  running.push(child);
  return child;
}

/** What it printed; null if it failed. */
function show(args: readonly string[]): string | null {
  console.log(`\n$ bazaar ${args.map(typed).join(" ")}`);
  const { status, stdout } = spawnSync(process.execPath, [BAZAAR, ...args], {
    cwd: repository,
    env: environmentIn(home),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(stdout);
  return status === 0 ? stdout : null;
}

/** As a person would type it in the repository. */
function typed(word: string): string {
  const short = word.replace(`${repository}/`, "").replace(`${home}/`, "../");
  return short.includes(" ") ? `'${short}'` : short;
}

function git(...args: readonly string[]): void {
  console.log(`\n$ git ${args.join(" ")}`);
  spawnSync("git", ["--no-pager", ...args], {
    cwd: repository,
    env: environmentIn(home),
    stdio: "inherit",
  });
}
