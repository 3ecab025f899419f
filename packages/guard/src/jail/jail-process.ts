/**
 * A jail that this process starts itself: its descriptors, its report, and its end. No other
 * descriptor of this process is passed on.
 */
import { type ChildProcess, type IOType, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Duplex, Readable } from "node:stream";
import { inheritedDescriptors } from "./inherited-descriptors.ts";
import { type Ending, JailReport, killJail, type RunningJail } from "./running-jail.ts";

const INPUT_FD = 0;
export const SECCOMP_FD = 3;
export const STATUS_FD = 4;
export const OPTIONS_FD = 5;

interface JailCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** What it reads on standard input; nothing when left out. */
  readonly input?: string;
}

export class JailProcess implements RunningJail {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly report: JailReport;
  readonly ended: Promise<Ending>;
  readonly #child: ChildProcess;

  constructor({ file, args, environment, input }: JailCommand) {
    const stdin = input === undefined ? "ignore" : "pipe";
    const devNull = openSync("/dev/null", "r");
    try {
      this.#child = spawn(file, args, {
        cwd: "/",
        env: environment,
        stdio: withoutInherited([stdin, "pipe", "pipe", "pipe", "pipe", "pipe"], devNull),
        // A process group of its own, so that one signal reaches all of it.
        detached: true,
      });
    } finally {
      closeSync(devNull);
    }
    this.stdout = this.#pipe(1);
    this.stderr = this.#pipe(2);
    this.report = new JailReport(this.#pipe(STATUS_FD));
    this.ended = ending(this.#child);
    if (input !== undefined) this.write(INPUT_FD, input);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Writes everything to one of its descriptors and closes it. */
  write(fd: number, bytes: Buffer | string): void {
    const pipe = this.#pipe(fd);
    // A jail that dies early closes its end; the missing report shows it.
    pipe.on("error", () => pipe.destroy());
    pipe.end(bytes);
  }

  kill(): void {
    if (this.pid !== undefined) killJail(this.pid, -this.pid);
  }

  #pipe(fd: number): Duplex {
    return (this.#child.stdio as readonly unknown[])[fd] as Duplex;
  }
}

function ending(child: ChildProcess): Promise<Ending> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ signal: null, problem: error.message }));
    child.once("close", (_code, signal) => resolve({ signal, problem: null }));
  });
}

/** The stdio of a child: a harmless file replaces every other descriptor that it would inherit. */
export function withoutInherited(
  wanted: readonly IOType[],
  harmlessFd: number,
): (IOType | number)[] {
  const stdio: (IOType | number)[] = [...wanted];
  for (const fd of inheritedDescriptors(wanted.length - 1)) {
    while (stdio.length < fd) stdio.push("ignore");
    stdio[fd] = harmlessFd;
  }
  return stdio;
}
