/**
 * A jail started by the holder of the mounts, which talks to it through named pipes. Commands need
 * pipes too: `echo failed > /dev/stderr` works on a pipe, not on the sockets that Node would use.
 */
import { once } from "node:events";
import { chmodSync, closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Ending, JailReport, killJail, type RunningJail } from "../jail/running-jail.ts";

/** Standard output, standard error and the jail's report: the holder made them when it began. */
const PIPES = ["o", "e", "s"] as const;
const PRIVATE = 0o600;

export class HeldJail implements RunningJail {
  readonly stdout: Readable;
  readonly stderr: Readable;
  readonly report: JailReport;
  readonly ended: Promise<Ending>;
  readonly #kept: readonly number[];
  #pid: number | undefined;

  constructor(directory: string) {
    const [stdout, stderr, status] = PIPES.map((name) => openPipe(join(directory, name))) as [
      Pipe,
      Pipe,
      Pipe,
    ];
    this.stdout = stdout.reader;
    this.stderr = stderr.reader;
    this.report = new JailReport(status.reader);
    this.#kept = [stdout, stderr, status].map(({ writeEnd }) => writeEnd);
    const closed = [stdout, stderr, status].map(({ reader }) => once(reader, "close"));
    this.ended = Promise.all(closed).then(() => ({ signal: null, problem: null }));
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  /** Closes our ends: the pipes now end with the jail. */
  started(pid: number | undefined): void {
    this.#pid = pid;
    for (const fd of this.#kept) closeSync(fd);
  }

  /** Not before its first process exists: it would stay, without a parent and without a known number. */
  kill(): void {
    const pid = this.#pid;
    if (pid !== undefined) void this.report.begun.then(() => killJail(pid));
  }
}

interface Pipe {
  readonly reader: Readable;
  readonly writeEnd: number;
}

function openPipe(path: string): Pipe {
  // The previous command could have changed the mode of its output, which is the same pipe.
  chmodSync(path, PRIVATE);
  // The reader is opened first and without waiting, so that neither open blocks.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
}
