// Starts a command with a Node that can run it. Plain JavaScript, because an old Node must read it.
// npm and npx put the Node from the dependencies first in the PATH; a command that is called directly
// on a machine with an older Node is restarted with that one, if it is installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = [22, 18];
const CHECK_PARENT_MS = 500;

/** Starts the program at `url`, in this process if its Node is new enough. */
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
 * npm starts a command through a shell, and a signal to npm ends only that shell. So the command ends
 * when its parent is gone. A script that uses `&` wants its background process to stay.
 */
function endWithNpm() {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = "" } = process.env;
  if (event === undefined || (event !== "npx" && script.includes("&"))) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, CHECK_PARENT_MS);
  timer.unref();
}

function canRunTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** In `node_modules` of the program's folder or of any folder above it. */
function findNode(program) {
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", ".bin", "node");
    if (process.platform !== "win32" && existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

function runWith(node, program) {
  // The channel carries nothing; when it closes, the child knows that this process is gone.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio });
  // A terminal signals both processes; other signals are passed on.
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
