/**
 * A command's output within bounds: its beginning and its end, because the first error and the last
 * line matter most. The number of bytes left out is shown.
 */
export class BoundedText {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  readonly #tail: Buffer[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #seenBytes = 0;

  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2);
  }

  get isCut(): boolean {
    return this.#seenBytes > this.#headBytes + this.#tailBytes;
  }

  push(bytes: Buffer): void {
    this.#seenBytes += bytes.length;
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      this.#head.push(bytes.subarray(0, room));
      this.#headBytes += Math.min(room, bytes.length);
    }
    if (bytes.length > room) this.#pushTail(bytes.subarray(Math.max(0, room)));
  }

  toString(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.isCut) return Buffer.concat([head, tail]).toString("utf8");
    const left = this.#seenBytes - this.#headBytes - this.#tailBytes;
    return `${head.toString("utf8")}\n[${left} bytes left out]\n${tail.toString("utf8")}`;
  }

  #pushTail(bytes: Buffer): void {
    this.#tail.push(bytes);
    this.#tailBytes += bytes.length;
    for (let first = this.#tail[0]; first !== undefined; first = this.#tail[0]) {
      const excess = this.#tailBytes - this.#half;
      if (excess <= 0) return;
      if (first.length > excess) this.#tail[0] = first.subarray(excess);
      else this.#tail.shift();
      this.#tailBytes -= Math.min(first.length, excess);
    }
  }
}
