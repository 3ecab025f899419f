/**
 * Why a path is refused, judged by its name.
 *
 * This tells the agent early and clearly. Links and races can fool it; the jail covers the same
 * places in the kernel, where they cannot.
 */
import { resolve } from "node:path/posix";

export interface Place {
  /** Where the command starts, absolute. */
  readonly directory: string;
  /** Why this absolute path is secret, or null. */
  readonly secret: (path: string) => string | null;
  /** Whether `-` is what another command printed. */
  readonly hasInput?: boolean;
}

type Found =
  | { readonly path: null; readonly problem: string }
  | { readonly path: string; readonly problem: string };

/** Devices that are safe to read. */
const HARMLESS_DEVICES = new Set(["/dev", "/dev/null"]);
/** Private data of a process, for `self` and for every pid. */
const PRIVATE_PROC =
  /^\/proc\/(?:[^/]+\/(?:task\/[^/]+\/)?(?:environ|mem|maps|smaps|pagemap|auxv|stack|fd|fdinfo|map_files|root|cwd|exe)(?:\/|$)|(?:kcore|kmsg|keys|key-users|kallsyms|sysrq-trigger)$)/;

export function pathProblem(word: string, place: Place, under: readonly string[]): Found | null {
  if (word === "") return { path: null, problem: "the path is empty" };
  if (word === "-") return { path: null, problem: "standard input is empty; name a file" };
  const path = resolve(place.directory, word);
  if (path.startsWith("/dev") && isUnder(path, "/dev") && !HARMLESS_DEVICES.has(path)) {
    return { path: null, problem: "devices cannot be read" };
  }
  if (PRIVATE_PROC.test(path)) {
    return { path, problem: "it holds the memory, environment or open files of a process" };
  }
  const secret = place.secret(path);
  if (secret !== null) return { path, problem: secret };
  if (under.length > 0 && !under.some((root) => path !== root && isUnder(path, root))) {
    return { path: null, problem: `only files below ${under.join(", ")} are allowed here` };
  }
  return null;
}

function isUnder(path: string, root: string): boolean {
  return path === root || path.startsWith(root === "/" ? "/" : `${root}/`);
}
