/**
 * Names that identify the process that made something: boot, pid namespace, pid and start time.
 * From these a later run knows whether that process is alive.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { startedAt } from "./process-tree.ts";

export function ownedName(): string {
  const own = [bootId(), processNamespace(), String(process.pid), startedAt(process.pid) ?? "0"];
  return [...own, randomBytes(4).toString("hex")].join("-");
}

export function isOwnedName(name: string): boolean {
  return /^[0-9a-f]{8}-\d+-\d+-\d+-[0-9a-f]{8}$/.test(name);
}

/** Whether the process that made something of this name may still use it. */
export function isOwnerAlive(name: string): boolean {
  const [boot, namespace, pid, started] = name.split("-");
  if (boot !== bootId()) return false;
  // Pids of another namespace mean nothing here; it is left to that namespace.
  if (namespace !== processNamespace()) return true;
  return startedAt(Number(pid)) === started;
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
}

function processNamespace(): string {
  return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
}
