/**
 * Keeps a sandbox on a disk, takes that disk away and mounts one in its place: the same again, or
 * another one with older files of the same names. Says how reopening it ends. Root runs it in a
 * mount namespace of its own.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitForFileClock } from "../src/disk/file-clock.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../src/sandbox/refusal.ts";
import { reopenSandbox } from "../src/sandbox/reopen-sandbox.ts";
import type { SandboxOptions } from "../src/sandbox/sandbox-request.ts";
import { systemTool } from "../src/system-tool.ts";

const [folder = "", kind = "overlay", which = "same"] = process.argv.slice(2);
const [project, aside, other] = ["project", "aside", "other"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const mount = (...args: readonly string[]) => execFileSync(systemTool("mount") ?? "", args);
for (const directory of [project, aside, other]) mkdirSync(directory);
for (const disk of [project, other]) {
  mount("-t", "tmpfs", "none", disk);
  writeFileSync(join(disk, "file"), disk === project ? "original\n" : "precious\n");
  // Two disks of one tick of the clock would be of the same age.
  await waitForFileClock(join(disk, "marker"));
}
const options: SandboxOptions = {
  directory: project,
  home: folder,
  network: "none",
  stateDirectory: join(folder, "state"),
  allowsCopy: kind === "copy",
};
const opened = await openSandbox(options, { withoutOverlays: kind === "copy" });
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
await opened.value.run({ text: "echo fixed > file" });
const { id } = await opened.value.keep();
mount("--move", project, aside);
mount("--move", which === "same" ? aside : other, project);
const again = await reopenSandbox(id, options);
const file = readFileSync(join(project, "file"), "utf8");
const said = again.ok ? again.value.kind : explainRefusal(again.refusal);
if (again.ok) await again.value[Symbol.asyncDispose]();
console.log(JSON.stringify({ said, file }));
