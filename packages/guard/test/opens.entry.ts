/** Opens a sandbox in the default state directory and prints a command's output. */
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../src/sandbox/refusal.ts";

const directory = join(homedir(), "project");
mkdirSync(directory, { recursive: true });
const opened = await openSandbox({ directory, network: "none" });
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
await using sandbox = opened.value;
const { stdout } = await sandbox.run({ text: "echo hello" });
console.log(JSON.stringify({ ran: stdout }));
