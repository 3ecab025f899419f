import { MAX_ARCHIVE_LENGTH } from "./limits.ts";
import type { Chunk } from "./transfer-message.ts";

/** The chunks of one archive, in any order. */
export class Assembly {
  readonly #chunks: (string | null)[];
  #length = 0;
  #count = 0;

  constructor(total: number) {
    this.#chunks = Array.from({ length: total }, () => null);
  }

  get count(): number {
    return this.#count;
  }

  get isTooLarge(): boolean {
    return this.#length > MAX_ARCHIVE_LENGTH;
  }

  /** False for a chunk that is there already, or that the offer does not announce. */
  add({ idx, total, data }: Chunk): boolean {
    if (total !== this.#chunks.length || this.#chunks[idx] !== null) return false;
    this.#chunks[idx] = data;
    this.#length += data.length;
    this.#count += 1;
    return true;
  }

  missing(): readonly number[] {
    return this.#chunks.flatMap((chunk, idx) => (chunk === null ? [idx] : []));
  }

  archive(): string {
    return this.#chunks.join("");
  }
}
