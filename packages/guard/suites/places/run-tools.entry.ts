/**
 * Runs commands outside and in a sandbox, each in an empty directory of its own, and says which work
 * outside and why one fails inside.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../../src/sandbox/refusal.ts";

const [directory = "", path = "", ...commands] = process.argv.slice(2);
process.env.PATH = path;
const [inside, outside] = [join(directory, "inside"), join(directory, "outside")];
for (const [index] of commands.entries()) {
  for (const top of [inside, outside]) mkdirSync(join(top, String(index)), { recursive: true });
}
const opened = await openSandbox({ directory: inside, home: homedir(), network: "none" });
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
await using sandbox = opened.value;
for (const [index, text] of commands.entries()) {
  const { status } = spawnSync("bash", ["-c", text], { cwd: join(outside, String(index)) });
  const run = status === 0 ? await sandbox.run({ text: `cd ${index}\n${text}` }) : null;
  const problem = run === null || run.exitCode === 0 ? null : run.output;
  console.log(JSON.stringify({ text, worksOutside: status === 0, problem }));
}
