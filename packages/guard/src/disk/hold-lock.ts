/**
 * A lock on a file or directory that cannot be left behind.
 *
 * The kernel holds it on our own descriptor and releases it when we end. The program `flock` only
 * sets it, on a descriptor that it inherits, so that the opened file is the locked one and no
 * process list shows its name. It ignores Ctrl+C.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync } from "node:fs";
import { errorCode } from "../error-code.ts";
import { systemTool } from "../system-tool.ts";

export type HeldLock =
  | { readonly is: "held"; readonly lock: AsyncDisposable }
  | { readonly is: "taken" }
  /** Locking does not work here. */
  | { readonly is: "impossible"; readonly problem: string };

export interface LockNeeds {
  readonly waitSeconds: number;
  readonly locker?: string | null;
}

const TAKEN = 75;
const PRIVATE = 0o600;
/** The descriptor's number in the program. */
const INHERITED = 3;

/** A file is created if missing; a directory must exist. Neither may be a symbolic link. */
export async function holdLock(
  path: string,
  { waitSeconds, locker = systemTool("flock") }: LockNeeds,
): Promise<HeldLock> {
  if (locker === null) return { is: "impossible", problem: "flock is not installed" };
  const file = opened(path);
  if (typeof file === "string") return { is: "impossible", problem: `${path}: ${file}` };
  const code = await setLock(file, locker, waitSeconds).catch((error: unknown) => {
    closeSync(file);
    throw error;
  });
  if (code === 0) return { is: "held", lock: heldBy(file) };
  closeSync(file);
  if (code === TAKEN) return { is: "taken" };
  return { is: "impossible", problem: `flock exited with ${code}` };
}

async function setLock(file: number, locker: string, waitSeconds: number): Promise<number | null> {
  const wait = waitSeconds === 0 ? ["--nonblock"] : ["--wait", `${waitSeconds}`];
  const limits = ["--exclusive", ...wait, "--conflict-exit-code", `${TAKEN}`];
  const child = spawn(locker, [...limits, `${INHERITED}`], {
    stdio: ["ignore", "ignore", "inherit", file],
    detached: true,
  });
  const [code] = (await once(child, "close")) as [number | null];
  return code;
}

function heldBy(file: number): AsyncDisposable {
  let isHeld = true;
  return {
    async [Symbol.asyncDispose]() {
      if (isHeld) closeSync(file);
      isHeld = false;
    },
  };
}

/** Or why not. */
function opened(path: string): number | string {
  const { O_RDONLY, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_DIRECTORY } = constants;
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (!["ENOENT", "ENOTDIR"].includes(errorCode(error))) return refusedAs(error);
  }
  try {
    return openSync(path, O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, PRIVATE);
  } catch (error) {
    return refusedAs(error);
  }
}

function refusedAs(error: unknown): string {
  const code = errorCode(error);
  if (code === "") throw error;
  return code;
}
