/**
 * Whether another user could write to a directory, or replace it. What is in ours is trusted:
 * journals are executed, and leftovers removed.
 *
 * The path is walked as the kernel does, through every symbolic link. Each directory on it must
 * belong to root or to us and be closed to others, or be sticky; each link must belong to root or
 * to us. Then no other user can change where the path leads, and it may be used by name.
 */
import { lstatSync, mkdirSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "../error-code.ts";

const OTHERS_WRITE = 0o022;
const EVERYBODY_WRITES = 0o002;
const STICKY = 0o1000;
const PRIVATE = 0o700;
const ROOT = 0;
/** As many as the kernel follows. */
const MAX_LINKS = 40;

/** The first directory or link on the path that another user controls, or null. */
export function sharedPart(directory: string): string | null {
  return firstSharedPart(directory, () => undefined);
}

/** False also if the directory does not exist or cannot be seen. */
export function isPrivatePath(directory: string): boolean {
  try {
    return sharedPart(directory) === null;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}

/** The same, after creating what is missing, step by step, so that nothing is created elsewhere. */
export function makePrivatePath(directory: string): string | null {
  return firstSharedPart(directory, (missing) => {
    try {
      mkdirSync(missing, { mode: PRIVATE });
    } catch (error) {
      // Another process was faster; its owner is checked next.
      if (errorCode(error) !== "EEXIST") throw error;
    }
  });
}

function firstSharedPart(path: string, onMissing: (path: string) => void): string | null {
  const ahead = ["/", ...resolve(path).split("/").filter(isStep)];
  let links = 0;
  for (let at = "/"; ; ) {
    const name = ahead.shift();
    if (name === undefined) return null;
    const next = name === ".." ? dirname(at) : join(at, name);
    if (lstatSync(next, { throwIfNoEntry: false }) === undefined) onMissing(next);
    const stats = lstatSync(next);
    if (stats.isSymbolicLink() && links < MAX_LINKS) {
      if (!isTrusted(stats)) return next;
      links += 1;
      const target = readlinkSync(next);
      if (target.startsWith("/")) at = "/";
      ahead.unshift(...target.split("/").filter(isStep));
      continue;
    }
    at = next;
    if (!stats.isDirectory()) return at;
    if (ahead.length === 0 ? !isOwn(stats) : !isTrusted(stats) || isOpen(stats)) return at;
  }
}

function isStep(name: string): boolean {
  return name !== "" && name !== ".";
}

function isOwn({ uid, mode }: Stats): boolean {
  return uid === process.geteuid?.() && (mode & OTHERS_WRITE) === 0;
}

function isTrusted({ uid }: Stats): boolean {
  return uid === ROOT || uid === process.geteuid?.();
}

function isOpen({ mode, gid }: Stats): boolean {
  if ((mode & STICKY) !== 0) return false;
  // Many systems give each user a group and make new files writable by it.
  const isOwnGroup = gid === ROOT || gid === process.getegid?.();
  return (mode & (isOwnGroup ? EVERYBODY_WRITES : OTHERS_WRITE)) !== 0;
}
