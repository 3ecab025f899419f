// Starts a command with a Node that can run it. Plain JavaScript that Node 12 can read, because an
// old Node must get as far as the sentence that says what it lacks.
// npm and npx put the Node from the dependencies first in the PATH; a command that is called directly
// on a machine with an older Node is restarted with that one, if it is installed.
import { spawn } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FOR_BUNDLES = [22, 18];
/** They declare resources with `using`; earlier releases read some of their types wrongly. */
const FOR_SOURCES = [24, 6];
const CHECK_PARENT_MS = 500;
const OWN_FOLDER = dirname(fileURLToPath(import.meta.url));
/** The systems with a Node on npm. */
const PACKAGED = ["x64", "arm64"];
const OF_THIS_MACHINE = `node-${process.platform}-${process.arch}`;

/** Starts the program at `url`, in this process if its Node is new enough. */
export async function launch(name, url) {
  endWithNpm();
  const program = fileURLToPath(url);
  const needed = program.endsWith(".ts") ? FOR_SOURCES : FOR_BUNDLES;
  if (isAtLeast(needed, process.versions.node)) {
    hideSqliteWarning();
    await importProgram(name, url, program);
    return;
  }
  const newer = findNode(program, needed);
  if (newer === null) {
    const wanted = `${name} needs Node ${needed.join(".")} or newer and this is ${process.version}`;
    console.error(`${wanted}: ${howToGetNode(program)}.`);
    process.exitCode = 1;
  } else {
    runWith(newer, program);
  }
}

/** A checkout whose dependencies are not installed, or not all of them, says so in one sentence. */
async function importProgram(name, url, program) {
  try {
    await import(url);
  } catch (error) {
    if (error.code !== "ERR_MODULE_NOT_FOUND" || !program.endsWith(".ts")) throw error;
    console.error(`${name}: a dependency is not installed: run npm install in the checkout.`);
    process.exitCode = 1;
  }
}

/** A checkout has one among its dependencies; the package brings none because of its size. */
function howToGetNode(program) {
  const everywhere = "https://nodejs.org has one for every system";
  if (!/[\\/]node_modules[\\/]/.test(program)) {
    return `\`npm install\` without --omit=optional brings one for Linux and Windows, ${everywhere}`;
  }
  if (process.platform !== "linux" || !PACKAGED.includes(process.arch)) return everywhere;
  // Inside the package it is in no PATH, so that no other program changes its Node.
  const install = `npm install --no-save --prefix ${quoted(OWN_FOLDER)} ${OF_THIS_MACHINE}@24`;
  return `\`${install}\` installs one for this program alone, ${everywhere}`;
}

function quoted(path) {
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.split("'").join("'\\''")}'`;
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

/** Node 22 and the first releases of 24 show it for every database; it tells a user of ours nothing. */
function hideSqliteWarning() {
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) => {
    if (!/^SQLite is an experimental/.test(warning)) emitWarning.call(process, warning, ...rest);
  };
}

function isAtLeast(needed, version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}

/** In `node_modules` of the program's folder or of any folder above it. */
function findNode(program, needed) {
  if (process.platform === "win32") return null;
  for (let folder = dirname(program); ; folder = dirname(folder)) {
    for (const place of [join(OF_THIS_MACHINE, "bin"), ".bin"]) {
      const candidate = join(folder, "node_modules", place, "node");
      if (isAtLeast(needed, packagedVersion(candidate))) return candidate;
    }
    if (folder === dirname(folder)) return null;
  }
}

/** "0" where there is none. */
function packagedVersion(node) {
  try {
    const manifest = join(dirname(realpathSync(node)), "..", "package.json");
    return String(JSON.parse(readFileSync(manifest, "utf8")).version);
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return "0";
    throw error;
  }
}

function runWith(node, program) {
  // The channel carries nothing; when it closes, the child knows that this process is gone.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // Ctrl+C reaches both processes; a signal of another process only this one.
  process.on("SIGINT", () => {
    if (!isForeground()) child.kill("SIGINT");
  });
  child.on("exit", (code, signal) => {
    process.exitCode = code === null ? 128 + constants.signals[signal] : code;
  });
}

/** Whether the terminal sends its signals to this process; assumed where /proc does not say. */
function isForeground() {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return group === foreground;
  } catch {
    return true;
  }
}
