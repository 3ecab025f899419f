/**
 * Keeps the beginning and the end of an output, within limits: errors are at the end, causes often
 * at the beginning. A line in between says how much was left out.
 */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_TAIL_BYTES = 512 * 1024;

export class KeptOutput {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  /** Up to two tails are kept and dropped in blocks, so that many small chunks stay cheap. */
  #older = Buffer.alloc(0);
  #newer: Buffer[] = [];
  #newerBytes = 0;
  #restBytes = 0;

  add(bytes: Buffer): void {
    const first = bytes.subarray(0, MAX_HEAD_BYTES - this.#headBytes);
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    const rest = bytes.subarray(first.length);
    if (rest.length === 0) return;
    this.#newer.push(rest);
    this.#newerBytes += rest.length;
    this.#restBytes += rest.length;
    if (this.#newerBytes < MAX_TAIL_BYTES) return;
    this.#older = Buffer.concat(this.#newer).subarray(-MAX_TAIL_BYTES);
    this.#newer = [];
    this.#newerBytes = 0;
  }

  get isCut(): boolean {
    return this.#restBytes > MAX_TAIL_BYTES;
  }

  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat([this.#older, ...this.#newer]).subarray(-MAX_TAIL_BYTES);
    if (!this.isCut) return Buffer.concat([head, tail]).toString("utf8");
    const note = `\n[${this.#restBytes - tail.length} bytes left out]\n`;
    return `${head.toString("utf8")}${note}${tail.toString("utf8")}`;
  }
}
