/** How commands that wait end in a sandbox, as the current user, one line of JSON each. */
import { mkdirSync, mkdtempSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { removeTree } from "../src/disk/remove-tree.ts";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";

const folder = mkdtempSync(join(homedir(), "waiting-"));
const directory = join(folder, "project");
mkdirSync(directory);
const stateDirectory = join(folder, "state");
const told = await Promise.all(
  process.argv.slice(2).map(async (text) => {
    const opened = await openSandbox({ directory, network: "none", stateDirectory });
    if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
    await using sandbox = opened.value;
    const { exitCode, stoppedBy, waits = null, output } = await sandbox.run({ text });
    return { exitCode, stoppedBy, waits, output };
  }),
);
for (const line of told) console.log(JSON.stringify(line));
await removeTree(folder);
