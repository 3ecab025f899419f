/**
 * Which changes of commands are kept unasked, as the current user, one line of JSON each. Every
 * command runs in a git project of its own.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { judgeChanges } from "../src/commit/judge-changes.ts";
import { layerChanges } from "../src/commit/layer-changes.ts";
import { leftToApprove, planCommit } from "../src/commit/plan-commit.ts";
import { shownPath } from "../src/disk/raw-path.ts";
import { removeTree } from "../src/disk/remove-tree.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";

const SET_UP = `
git init -q -b main && git config user.name a && git config user.email a@example.org
git config include.path ../shared.ini && git config alias.st '!sh tools/st.sh -v'
echo one > a.txt; printf '#!/bin/sh\\n' > deploy; git add . && git commit -q -m first`;

for (const text of process.argv.slice(2)) {
  const folder = mkdtempSync(join(homedir(), "judge-"));
  const directory = join(folder, "project");
  mkdirSync(directory);
  const set = spawnSync("sh", ["-ec", SET_UP], { cwd: directory, encoding: "utf8" });
  if (set.status !== 0) throw new Error(set.stderr);
  const stateDirectory = join(folder, "state");
  const opened = await openSandbox({ directory, network: "none", stateDirectory });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  await using sandbox = opened.value;
  const { exitCode, output } = await sandbox.run({ text });
  const seen = await layerChanges(sandbox);
  if (!seen.ok) throw new Error(JSON.stringify(seen.refusal));
  const around = { workingTree: directory, path: "", ownCommand: text };
  const judged = judgeChanges(seen.value.diff, around);
  const plan = planCommit({ judged, approved: new Set() });
  const { included } = plan;
  const name = (path: (typeof included)[number]["path"]) =>
    shownPath(path).slice(directory.length + 1);
  console.log(
    JSON.stringify({
      exitCode,
      output,
      kept: included.map(({ path }) => name(path)),
      asked: leftToApprove(plan).map(({ change }) => name(change.path)),
      dropped: plan.leftOut
        .filter(({ because }) => because === "noise")
        .map(({ change }) => name(change.path)),
    }),
  );
  await sandbox.discard();
  await removeTree(folder);
}
