/**
 * What may be shown beside the working tree because the person asked for it by path. Secrets,
 * whole homes, kernel interfaces and the state of `fix` never are: a person who is asked
 * to show a path may not know what is in it.
 */
import { accessSync, constants, statSync } from "node:fs";
import { basename, join } from "node:path";
import { errorCode } from "../error-code.ts";
import { isBelow, isSecretPath } from "../jail/masks.ts";
import { defaultStateDirectory } from "../sandbox/state-directory.ts";
import { holdsPrivateKey } from "./key-material.ts";
import { kindOf, realPathOf } from "./places-on-disk.ts";
import { hasLogin } from "./search-tree.ts";
import { secretKind } from "./secret-names.ts";
import { isMadeUp } from "./synthetic-files.ts";
import { homes, isTooWide, KERNEL_TREES } from "./wide-places.ts";

export interface ShowAround {
  readonly home: string;
  /** Default: this user's. */
  readonly stateDirectory?: string;
}

export type Showable =
  /** The real path: links are resolved before anybody is asked. */
  | { readonly ok: true; readonly path: string; readonly isDirectory: boolean }
  /** A sentence about the path, without its name. */
  | { readonly ok: false; readonly problem: string };

/** `path` is absolute. */
export function showable(path: string, around: ShowAround): Showable {
  const absent = absence(path);
  if (absent !== null) return { ok: false, problem: absent };
  const real = realPathOf(path) ?? path;
  const problem = placeProblem(real, around) ?? entryProblem(real);
  if (problem !== null) return { ok: false, problem };
  return { ok: true, path: real, isDirectory: kindOf(real) === "directory" };
}

const NO_ENTRY = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

function absence(path: string): string | null {
  if (path.includes("\0")) return ABSENT;
  try {
    statSync(path);
    return null;
  } catch (error) {
    const code = errorCode(error);
    if (code === "") throw error;
    return NO_ENTRY.has(code) ? ABSENT : NOT_READABLE;
  }
}

function placeProblem(real: string, around: ShowAround): string | null {
  const home = realPathOf(around.home) ?? around.home;
  const { stateDirectory = defaultStateDirectory(process.getuid?.() ?? -1, process.env) } = around;
  const isIn = (tops: readonly string[]) => tops.some((top) => isBelow(real, top));
  if (isIn(KERNEL_TREES)) return "it belongs to the kernel or to running services";
  const own = [stateDirectory, join(home, ".fix")].map((at) => realPathOf(at) ?? at);
  if (isIn(own)) return "fix keeps its own files there";
  if (isSecretPath(real, home) || secretKind(real, basename(real)) === "secret") {
    return "keys, passwords or histories are kept there, which are never shown";
  }
  if (isMadeUp(real, home)) return "it names people or machines: a made-up one is shown instead";
  const isWhole = isTooWide(real, home) || homes(home).some((each) => realPathOf(each) === real);
  return isWhole ? "that is too much: name what is needed in it" : null;
}

function entryProblem(real: string): string | null {
  const kind = kindOf(real);
  if (kind !== "directory" && kind !== "file") return "it is a pipe, a socket or a device";
  if (!isReadable(real, kind === "directory")) return NOT_READABLE;
  if (kind === "directory") return null;
  if (holdsPrivateKey(real)) return "it is a private key";
  const mayHoldLogin = secretKind(real, basename(real)) === "perhaps";
  return mayHoldLogin && hasLogin(real, statSync(real).size) ? "it holds a login" : null;
}

const ABSENT = "it does not exist";
const NOT_READABLE = "you cannot read it";

function isReadable(path: string, isDirectory: boolean): boolean {
  try {
    accessSync(path, isDirectory ? constants.R_OK | constants.X_OK : constants.R_OK);
    return true;
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return false;
  }
}
