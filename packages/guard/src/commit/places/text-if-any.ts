import { closeSync, constants, openSync, readFileSync } from "node:fs";
import { bytesOf, type RawPath } from "../../disk/raw-path.ts";
import { errorCode } from "../../error-code.ts";

// Neither follow a link nor wait for a pipe that was put there meanwhile.
const AS_IT_IS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Null if it cannot be read: a command may have made its own file unreadable. */
export function textIfAny(path: RawPath): string | null {
  return bytesIfAny(path)?.toString("utf8") ?? null;
}

export function bytesIfAny(path: RawPath): Buffer | null {
  let file: number | null = null;
  try {
    file = openSync(bytesOf(path), AS_IT_IS);
    return readFileSync(file);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}
