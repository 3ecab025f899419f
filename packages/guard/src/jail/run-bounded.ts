/**
 * Runs one jailed command within its limits, and returns when nothing of it is left.
 *
 * The kernel enforces what it can; the rest is watched from here. However the command ends, the
 * first process of its namespace is gone before this returns, and with it everything it started.
 */
import { createHash, type Hash } from "node:crypto";
import type { StoppedBy } from "@bazaar/kernel";
import type { Run, Waiting } from "@bazaar/work";
import { BoundedText } from "./bounded-text.ts";
import type { ControlGroup } from "./control-group.ts";
import { JailProcess, OPTIONS_FD, SECCOMP_FD } from "./jail-process.ts";
import { limitedBy } from "./resource-limits.ts";
import type { RunningJail } from "./running-jail.ts";
import { type DiskWatch, watchRun } from "./watch-run.ts";

export interface Limits {
  readonly timeoutMs: number;
  /** The command is stopped when it has written more than this. */
  readonly outputBytes: number;
  /** How much of the output is returned. */
  readonly keptBytes: number;
  /** Of all its processes together; watched where there are no control groups. */
  readonly memoryBytes: number;
  readonly processes: number;
  readonly fileBytes: number;
  readonly openFiles: number;
}

/** Limits of a run. */
export interface Bounds {
  readonly limits: Limits;
  readonly group: ControlGroup | null;
  /** Stops the command when it has used this much of a file system. */
  readonly disk?: DiskWatch;
  /** Whether a command that waits for a person or a client is stopped. */
  readonly stopsWaiting?: boolean;
  readonly signal?: AbortSignal;
  readonly onOutput?: (bytes: Buffer, stream: "stdout" | "stderr") => void;
}

export interface BoundedCommand extends Bounds {
  /** Bubblewrap, or a program that becomes it, with the arguments of `jailedCommand`. */
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly seccomp: Buffer;
  /** Of `jailOptions`, for a command made with `jailedCommand`. */
  readonly options?: readonly string[];
  /** What it reads on standard input; nothing when left out. */
  readonly input?: string;
}

export async function runBounded(command: BoundedCommand): Promise<Run> {
  const startedMs = performance.now();
  const [file, args] = limitedBy(command);
  const { environment, input } = command;
  const jail = new JailProcess({
    ...{ file, args, environment },
    ...(input === undefined ? {} : { input }),
  });
  jail.write(SECCOMP_FD, command.seccomp);
  jail.write(OPTIONS_FD, (command.options ?? []).join("\0"));
  return supervise(jail, command, startedMs);
}

/** Watches a jail that was just started, until it is gone. */
export async function supervise(
  jail: RunningJail,
  bounds: Bounds,
  startedMs: number,
): Promise<Run> {
  const { group } = bounds;
  const oomBefore = group?.oomKills() ?? 0;
  const stopped = new Set<StoppedBy>();
  const stop = (why: StoppedBy): void => {
    stopped.add(why);
    jail.kill();
  };
  const captured = capture(jail, bounds, () => stop("output"));
  let waits: Waiting | null = null;
  const unwatch = watchRun({
    ...{ bounds, pid: jail.pid, oomBefore, stop },
    outputBytes: captured.bytesSeen,
    onWaiting(what) {
      waits = what;
      stop("waiting");
    },
  });
  const { signal, problem } = await jail.ended;
  unwatch();
  await jail.report.gone();

  if ((group?.oomKills() ?? 0) > oomBefore) stopped.add("memory");
  // Without a report that the command ran, an exit code is the jail's own.
  if (jail.report.exitCode === null) stopped.add("broken");
  const [stoppedBy = null] = stopped;
  return {
    exitCode: stoppedBy === null ? jail.report.exitCode : null,
    signal: stoppedBy === null ? null : signal,
    stoppedBy,
    stdout: captured.stdout.toString(),
    output: problem ?? captured.output.toString(),
    stdoutSha256: captured.hashes.stdout.digest("hex"),
    stderrSha256: captured.hashes.stderr.digest("hex"),
    isCut: captured.stdout.isCut || captured.output.isCut || stoppedBy === "output",
    durationMs: performance.now() - startedMs,
    ...(stoppedBy === "waiting" && waits !== null ? { waits } : {}),
  };
}

function capture(
  jail: RunningJail,
  { limits, onOutput }: Bounds,
  onTooMuch: () => void,
): {
  readonly stdout: BoundedText;
  readonly output: BoundedText;
  readonly hashes: { readonly stdout: Hash; readonly stderr: Hash };
  readonly bytesSeen: () => number;
} {
  const stdout = new BoundedText(limits.keptBytes);
  const output = new BoundedText(limits.keptBytes);
  const hashes = { stdout: createHash("sha256"), stderr: createHash("sha256") };
  let bytesSeen = 0;
  for (const stream of ["stdout", "stderr"] as const) {
    jail[stream].on("data", (bytes: Buffer) => {
      // What a killed command left in the pipe exceeds its limit.
      if (bytesSeen > limits.outputBytes) return;
      bytesSeen += bytes.length;
      if (stream === "stdout") stdout.push(bytes);
      output.push(bytes);
      hashes[stream].update(bytes);
      onOutput?.(bytes, stream);
      if (bytesSeen > limits.outputBytes) onTooMuch();
    });
  }
  return { stdout, output, hashes, bytesSeen: () => bytesSeen };
}
