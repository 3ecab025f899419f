/**
 * Kills a process in the middle of a command of a sandbox with files, and prints what is left of it:
 * at once, after the next one has opened, and after one of another process has, which must leave alone
 * what is open.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../src/disk/remove-tree.ts";
import { openWithFiles } from "../src/sandbox/open-with-files.ts";

const [role, place] = process.argv.slice(2);
const base = place ?? mkdtempSync(join(homedir(), "killed-"));

async function open() {
  const opened = await openWithFiles(new Map([["file", "text\n"]]), { base });
  if (typeof opened === "string") throw new Error(opened);
  return opened;
}

function inAnother(other: string): string | number | null {
  const { signal, status } = spawnSync(process.execPath, [process.argv[1] ?? "", other, base]);
  return signal ?? status;
}

await using sandbox = await open();
if (role === "dies") {
  await sandbox.run({
    text: "mkdir -p a/b ~/c && chmod 000 a ~/c && echo ready && sleep 987654",
    onOutput: () => process.kill(process.pid, "SIGKILL"),
  });
}
if (role === undefined) {
  const died = inAnother("dies");
  const left = readdirSync(base).length;
  await using next = await open();
  const swept = readdirSync(base).length;
  const closed = inAnother("closes");
  const { stdout } = await next.run({ text: "cat file" });
  console.log(JSON.stringify({ died, left, swept, closed, stdout }));
  await removeTree(base);
}
