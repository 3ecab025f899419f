/**
 * Whether somebody else could write in a directory, or lead us to another one under its name. What
 * lies in ours is trusted: journals are carried out as they stand, and leftovers are removed.
 *
 * The way is gone as the kernel goes it, through every symbolic link. Each directory on it must be
 * root's or our own and closed to others, or sticky; each link must be root's or our own. Then
 * nobody else can change where the path leads, now or later, and it may be used by its name.
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

/** What is somebody else's as well, a directory or a link on the way, or null. */
export function notOursAlone(directory: string): string | null {
  return foreignOnTheWay(directory, () => undefined);
}

/** False also where there is no such directory, or none that we may see. */
export function isOursAlone(directory: string): boolean {
  try {
    return notOursAlone(directory) === null;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}

/** The same, after making what is missing: step by step, so that nothing is made elsewhere. */
export function makeOursAlone(directory: string): string | null {
  return foreignOnTheWay(directory, (missing) => {
    try {
      mkdirSync(missing, { mode: PRIVATE });
    } catch (error) {
      // Somebody was faster; whose it is, is looked at next.
      if (errorCode(error) !== "EEXIST") throw error;
    }
  });
}

function foreignOnTheWay(path: string, onMissing: (path: string) => void): string | null {
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
  // On many machines everybody has a group of his own, and opens what he makes to it.
  const isOwnGroup = gid === ROOT || gid === process.getegid?.();
  return (mode & (isOwnGroup ? EVERYBODY_WRITES : OTHERS_WRITE)) !== 0;
}
