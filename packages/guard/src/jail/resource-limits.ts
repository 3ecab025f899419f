/**
 * Limits that the kernel enforces, set before a command starts.
 *
 * Memory is limited by the data a process may write to, not by its address space, of which language
 * runtimes reserve far more than they use. A core limit of one byte, unlike zero, also keeps the
 * machine's crash reporter from starting.
 */
import { readFileSync } from "node:fs";
import { quoteWord } from "@bazaar/work";
import { systemTool } from "../system-tool.ts";
import type { ControlGroup } from "./control-group.ts";
import type { Limits } from "./run-bounded.ts";
import type { SharedMemory } from "./seccomp.ts";

interface Limited {
  readonly file: string;
  readonly args: readonly string[];
  readonly limits: Limits;
  readonly group: ControlGroup | null;
}

/** The names of prlimit and of /proc/self/limits. */
const LINES = {
  core: "Max core file size",
  fsize: "Max file size",
  nofile: "Max open files",
  data: "Max data size",
  nproc: "Max processes",
} as const;

type Limit = keyof typeof LINES;

/** The command, wrapped in programs that set limits, join the group and then become it. */
export function limitedBy({ file, args, limits, group }: Limited): [string, readonly string[]] {
  const joined = ["/bin/sh", "-c", `${joinScript(group)}\nexec "$@"`, "sh"];
  const [first = "", ...rest] = [
    ...prlimit(limits, group),
    ...(group === null ? [] : joined),
    file,
    ...args,
  ];
  return [first, rest];
}

/** Shell text that moves the shell into the group. */
export function joinScript(group: ControlGroup | null): string {
  const files = group?.joinFiles ?? [];
  return files.map((path) => `echo 0 > ${quoteWord(path)} || exit 1`).join("\n");
}

/** Prefix that makes a command start limited. */
export function prlimit(limits: Limits, group: ControlGroup | null): readonly string[] {
  const limited = lowered({
    core: 1,
    fsize: limits.fileBytes,
    nofile: limits.openFiles,
    ...(group?.limits("memory") ? {} : { data: limits.memoryBytes }),
  });
  // The kernel does not limit root's processes without a control group. The process that counts
  // them must get its turn before they are too many.
  const mustGiveWay = process.getuid?.() === 0 && !group?.limits("pids");
  return mustGiveWay ? [systemTool("nice") ?? "nice", "-n", "19", ...limited] : limited;
}

/** What the system call filter has to know of it. */
export function memoryOf(
  group: ControlGroup | null,
  { memoryBytes }: Pick<Limits, "memoryBytes">,
): SharedMemory {
  return group?.limits("memory") ? "counted" : { maxBytes: memoryBytes };
}

/**
 * The command with a process limit, inside a user's jail. Outside, it would count all processes of
 * the user; and it never applies to root.
 */
export function withProcessLimit(processes: number, command: readonly string[]): readonly string[] {
  return [...lowered({ nproc: processes }), ...command];
}

/** A limit can be lowered but not raised. */
function lowered(wanted: Readonly<Partial<Record<Limit, number>>>): readonly string[] {
  const current = readFileSync("/proc/self/limits", "utf8");
  const options = Object.entries(wanted).map(([name, value]) => {
    const line = LINES[name as Limit];
    const [, hard] = current
      .slice(current.indexOf(line) + line.length)
      .trim()
      .split(/\s+/);
    const most = hard === "unlimited" ? value : Math.min(value, Number(hard));
    return `--${name}=${most}:${most}`;
  });
  return [systemTool("prlimit") ?? "prlimit", ...options, "--"];
}
