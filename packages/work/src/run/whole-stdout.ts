/** What a command writes to standard output, up to a maximum. A `Run` keeps only the ends of it. */
import type { ShellCommand } from "../sandbox.ts";

export class WholeStdout {
  readonly #maxBytes: number;
  readonly #pieces: Buffer[] = [];
  #keptBytes = 0;
  /** Whether there was more. */
  isCut = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  /** Of the command. */
  readonly onOutput: NonNullable<ShellCommand["onOutput"]> = (bytes, stream) => {
    if (stream !== "stdout") return;
    const kept = bytes.subarray(0, this.#maxBytes - this.#keptBytes);
    if (kept.length < bytes.length) this.isCut = true;
    if (kept.length === 0) return;
    this.#pieces.push(kept);
    this.#keptBytes += kept.length;
  };
}
