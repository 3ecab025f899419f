/**
 * A jail that the holder of a sandbox's mounts starts, where everything about it goes through
 * named pipes. They are pipes by name for the command's sake too: `echo failed > /dev/stderr` works
 * on a pipe, and not on the sockets that Node would give it.
 */
import { once } from "node:events";
import { chmodSync, closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Ending, JailReport, killProcess, type RunningJail } from "../jail/running-jail.ts";

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

  /** It has the pipes open now, or nobody ever will: without ours they end when it does. */
  started(pid: number | undefined): void {
    this.#pid = pid;
    for (const fd of this.#kept) closeSync(fd);
  }

  kill(): void {
    if (this.#pid !== undefined) killProcess(this.#pid);
  }
}

interface Pipe {
  readonly reader: Readable;
  readonly writeEnd: number;
}

function openPipe(path: string): Pipe {
  // The command before could change the mode of its own output, which is the same pipe.
  chmodSync(path, PRIVATE);
  // A reader first, and one that does not wait for a writer: then neither open blocks.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, constants.O_WRONLY);
  return { reader: new Socket({ fd: readEnd, readable: true, writable: false }), writeEnd };
}
