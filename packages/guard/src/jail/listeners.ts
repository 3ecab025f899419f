/** Who listens on which port, read from /proc. */
import { readlinkSync } from "node:fs";
import { namesOrNone } from "../disk/names-in.ts";
import { rawPath } from "../disk/raw-path.ts";
import { errorCode } from "../error-code.ts";
import { readIfAny } from "./process-tree.ts";

const MAX_NAME = 32;
const LISTENS = "0A";
/** Node gives its first thread, and with it the process, this name. */
const NODES_THREAD = "MainThread";

/** A process chooses its name, so only plain characters of it are said. */
export function programName(pid: number): string {
  const own = (readIfAny(`/proc/${pid}/comm`) ?? "").trim();
  const name = own === NODES_THREAD ? "node" : own;
  return name.slice(0, MAX_NAME).replaceAll(/[^\w.+:-]/g, "?") || "a program";
}

/** What a process has open, as far as this user may see it. */
export function openFiles(pid: number): readonly string[] {
  return namesOrNone(rawPath(`/proc/${pid}/fd`)).flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${fd}`)];
    } catch (error) {
      if (!["ENOENT", "EACCES", "ESRCH"].includes(errorCode(error))) throw error;
      return [];
    }
  });
}

export interface Listener {
  readonly port: number;
  /** As it is named among open files. */
  readonly socket: string;
}

/** Of the network of that process, the first port first. */
export function listeners(pid: number | "self"): readonly Listener[] {
  return ["tcp", "tcp6"]
    .flatMap((family) => (readIfAny(`/proc/${pid}/net/${family}`) ?? "").split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTENS)
    .map((fields) => ({
      port: Number.parseInt(fields[1]?.split(":").at(-1) ?? "", 16),
      socket: `socket:[${fields[9] ?? ""}]`,
    }))
    .toSorted((one, other) => one.port - other.port);
}

export type PortUse =
  | { readonly is: "free" }
  /** `by`: null if it is another user's. */
  | { readonly is: "used"; readonly by: { readonly pid: number; readonly name: string } | null };

/** Who listens on a port of this machine now. */
export function portUse(port: number): PortUse {
  const listener = listeners("self").find((each) => each.port === port);
  if (listener === undefined) return { is: "free" };
  const pids = namesOrNone(rawPath("/proc")).map(Number).filter(Number.isInteger);
  const pid = pids.find((each) => openFiles(each).includes(listener.socket));
  return { is: "used", by: pid === undefined ? null : { pid, name: programName(pid) } };
}
