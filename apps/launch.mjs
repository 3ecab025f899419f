// Plain JavaScript, because an old Node cannot read what it would start. npm and npx put the Node
// that comes with the dependencies first in the PATH; whoever calls a command directly, on a
// machine whose own Node is older, gets that one too, if it is installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = [22, 18];
const LOOK_AT_PARENT_MS = 500;

/** Starts the TypeScript program at `url`, in this process where its Node can. */
export async function launch(name, url) {
  endWithNpm();
  if (canRunTypeScript()) {
    await import(url);
    return;
  }
  const program = fileURLToPath(url);
  const newer = findNode(program);
  if (newer === null) complain(name);
  else runWith(newer, program);
}

/**
 * npm starts a command through a shell and tells only that shell to end, which ends without a word
 * to the command. So the command looks whether it still has the parent that it started with. A
 * script that puts something into the background wants it to stay.
 */
function endWithNpm() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  if (event === undefined || (event !== "npx" && script.includes("&"))) return;
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_AT_PARENT_MS);
  looking.unref();
}

function canRunTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** In the program's own `node_modules`, or in that of any folder above it. */
function findNode(program) {
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", ".bin", "node");
    if (process.platform !== "win32" && existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

function runWith(node, program) {
  // The channel carries nothing: its end tells the child that this process is gone.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio });
  // A terminal signals both processes by itself; whoever signals only this one means both.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.on("SIGINT", () => {});
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

function complain(name) {
  console.error(
    `${name} needs Node ${NEEDED.join(".")} or newer; this is ${process.version}.
The dependencies bring one for Linux and Windows: run \`npm install\` without --omit=optional.
Elsewhere, install Node ${NEEDED.join(".")} or newer and run the command again.`,
  );
  process.exitCode = 1;
}
