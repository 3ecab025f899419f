/**
 * Descriptors that our parent left open for our children. A jailed command would inherit them: a
 * file that is open for writing stays open across every namespace.
 */
import { readdirSync, readFileSync } from "node:fs";
import { errorCode } from "../error-code.ts";

const O_CLOEXEC = 0o2000000;

/** Those above `highest`, the last one that the jail uses itself. */
export function inheritedDescriptors(highest: number): readonly number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((fd) => fd > highest && isInherited(fd));
}

function isInherited(fd: number): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch (error) {
    // The descriptor used for listing is closed by now.
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
