/**
 * Runs a command in a sandbox on a directory, rehearses another, keeps the changes in it and undoes them.
 * Says what was printed, what changed, and how the files looked at each step.
 */
import { execFileSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { commit } from "../src/commit/commit.ts";
import { layerChanges } from "../src/commit/layer-changes.ts";
import { undo } from "../src/commit/undo.ts";
import { isWithin, rawPath, shownPath } from "../src/disk/raw-path.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../src/sandbox/refusal.ts";

const [directory = ".", text = "true", rehearsed = "true"] = process.argv.slice(2);
const stateDirectory = join(homedir(), ".local/state/fix");
const opened = await openSandbox({ directory, network: "none", stateDirectory });
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
const before = listed();
await using sandbox = opened.value;
const run = await sandbox.run({ text });
const rehearsal = await sandbox.rehearse({ text: rehearsed });
const seen = await layerChanges(sandbox);
if (!seen.ok) throw new Error(JSON.stringify(seen.refusal));
const { places, diff } = seen.value;
// Others may write to the directories around it.
const included = diff.changes.filter(({ path }) => isWithin(path, rawPath(directory)));
const done = await commit(places, diff, { included, leftOut: [] });
const kept = listed();
const undone = await undo(stateDirectory);
console.log(
  JSON.stringify({
    outputs: [run.output, rehearsal.output],
    changes: included.map(({ kind, path }) => `${kind} ${shownPath(path)}`),
    problems: [done, undone].flatMap((each) => (each.ok ? [] : [each.refusal])),
    kept,
    isAsBefore: JSON.stringify(listed()) === JSON.stringify(before),
  }),
);

/** Type, mode, group and name of everything there. */
function listed(): readonly string[] {
  const args = [directory, "-printf", "%y %m %G %P\n"];
  return execFileSync("find", args, { encoding: "utf8" }).trim().split("\n").sort();
}
