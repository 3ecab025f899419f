/**
 * One side of a restart of the machine. `before`: a process keeps a sandbox, uses another one, and
 * is killed. `after`: the next process reopens the kept one, checks it and commits it. In between,
 * the directory of the used one is renamed as if from another boot, which is all a restart changes.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { commit } from "../../src/commit/commit.ts";
import { changesOf, fixed, idIn, sceneIn, taken } from "./kept-crashes.ts";

/** What a name begins with that says who uses a sandbox; a kept one has none. */
const BOOT = /^[0-9a-f]{8}-/;
const [role, where = "", kindName] = process.argv.slice(2);
const kind = kindName === "copy" ? "copy" : "overlay";

if (role === "doomed") {
  const scene = { folder: where, kind } as const;
  const kept = await fixed(scene);
  const inUse = await fixed(scene);
  await kept.keep();
  const onOutput = () => process.kill(process.pid, "SIGKILL");
  await inUse.run({ text: "echo ready; sleep 1000", onOutput });
}

if (role === "before") {
  const scene = sceneIn(where, kind);
  const own = [process.argv[1] ?? "", "doomed", scene.folder, kind];
  const { signal } = spawnSync(process.execPath, own, { stdio: ["ignore", "ignore", "inherit"] });
  const base = join(scene.folder, "state/sandboxes");
  const left = readdirSync(base);
  for (const name of left)
    renameSync(join(base, name), join(base, name.replace(BOOT, "00000000-")));
  console.log(JSON.stringify({ signal, left: left.length, ...scene }));
}

if (role === "after") {
  const scene = { folder: where, kind } as const;
  const sandbox = await taken(scene, idIn(scene));
  const check = await sandbox.rehearse({ text: "cat file; ls -A dir; test ! -e gone" });
  const { places, diff } = await changesOf(scene, sandbox);
  const done = await commit(places, diff, { included: diff.changes, leftOut: [] });
  await sandbox.discard();
  const project = join(scene.folder, "home/project");
  console.log(
    JSON.stringify({
      check: { exitCode: check.exitCode, stdout: check.stdout },
      isCommitted: done.ok,
      names: readdirSync(project),
      file: readFileSync(join(project, "file"), "utf8"),
      left: readdirSync(join(scene.folder, "state/sandboxes")).length,
    }),
  );
}
