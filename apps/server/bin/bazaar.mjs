#!/usr/bin/env node
// Plain JavaScript, because an old Node cannot read what it would start. npm and npx put the Node
// that comes with the dependencies first in the PATH; whoever calls this file directly, on a
// machine whose own Node is older, gets that one too, if it is installed.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NEEDED = [22, 18];
const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

if (canRunTypeScript()) {
  await import("../src/main.ts");
} else {
  const newer = findNode();
  if (newer === null) complain();
  else runWith(newer);
}

function canRunTypeScript() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
}

/** In this folder's own `node_modules`, or in that of any folder above it. */
function findNode() {
  for (let folder = dirname(MAIN); ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", ".bin", "node");
    if (process.platform !== "win32" && existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

function runWith(node) {
  // The channel carries nothing: its end tells the child that this process is gone.
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [MAIN, ...process.argv.slice(2)], { stdio });
  // A terminal signals both processes by itself; whoever signals only this one means both.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.on("SIGINT", () => {});
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 128 + (signal === "SIGKILL" ? 9 : 15);
  });
}

function complain() {
  console.error(
    `bazaar needs Node ${NEEDED.join(".")} or newer; this is ${process.version}.
The dependencies bring one for Linux and Windows: run \`npm install\` without --omit=optional.
Elsewhere, install Node ${NEEDED.join(".")} or newer and run the command again.`,
  );
  process.exitCode = 1;
}
