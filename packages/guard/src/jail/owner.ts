/**
 * Names that identify the process that made something: boot, pid namespace, pid and start time.
 * From these a later run knows whether that process is alive. Only Linux has all of them; elsewhere the
 * pid has to do, which may belong to another process after a restart.
 */
import { randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { startedAt } from "./process-tree.ts";

export function ownedName(): string {
  const { pid, platform } = process;
  const known =
    platform === "linux" ? [bootId(), processNamespace(), pid, startedAt(pid) ?? "0"] : [pid];
  return [...known, randomBytes(4).toString("hex")].join("-");
}

/** Whether the process that made something of this name may still use it; null for other names. */
export function ownerOf(name: string): "alive" | "dead" | null {
  const parts = NAME.exec(name)?.groups;
  if (parts === undefined) return null;
  return isAlive(parts) ? "alive" : "dead";
}

const NAME =
  /^(?:(?<boot>[0-9a-f]{8})-(?<namespace>\d+)-(?<pid>\d+)-(?<started>\d+)|(?<only>\d+))-[0-9a-f]{8}$/;

type Parts = Readonly<Record<string, string | undefined>>;

function isAlive({ boot, namespace, pid, started, only }: Parts): boolean {
  if (only !== undefined) return isRunning(Number(only));
  if (boot !== bootId()) return false;
  // Pids of another namespace mean nothing here; it is left to that namespace.
  if (namespace !== processNamespace()) return true;
  return startedAt(Number(pid)) === started;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is none, or it is another user's, who did not make what is this user's.
    return false;
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").slice(0, 8);
}

function processNamespace(): string {
  return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "0";
}
