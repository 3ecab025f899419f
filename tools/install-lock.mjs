// One installation at a time: two npm scripts that start together would both write node_modules.
// Plain JavaScript, and synchronous like the scripts that need it.
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

const LOOK_AGAIN_MS = 200;
const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Runs `work` while no other process does, and waits for one that does. Calls `onWait` once then. */
export function withLock(path, work, onWait = () => undefined) {
  let isWaiting = false;
  while (!isTaken(path)) {
    if (!isWaiting) onWait();
    isWaiting = true;
    Atomics.wait(sleeper, 0, 0, LOOK_AGAIN_MS);
  }
  try {
    return work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Whether the lock is ours now. A lock whose process is gone is removed. */
function isTaken(path) {
  try {
    writeFileSync(path, `${process.pid}`, { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const holder = holderOf(path);
  if (holder === null || isAlive(holder)) return false;
  // Moved first: another process may have replaced it since it was read.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (holderOf(aside) !== holder) renameSync(aside, path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  rmSync(aside, { force: true });
  return false;
}

/** Null if it is gone, or not written yet. */
function holderOf(path) {
  try {
    return Number(readFileSync(path, "utf8")) || null;
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return null;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
