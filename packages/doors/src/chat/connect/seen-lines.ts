/**
 * Which lines of one channel were handed out. After a reconnect the server repeats the kept ones:
 * those that are known are left out, and if the last known one is not among them, some may be missing.
 */
import type { ChatMessage } from "./chat-event.ts";

/** More than any server keeps of a channel. */
const MAX_KNOWN = 1_000;

export type SeenLine = Pick<ChatMessage, "from" | "to" | "content" | "atMs" | "id">;

export class SeenLines {
  readonly #known = new Set<string>();
  /** Of those that servers keep. */
  #last: string | null = null;

  /** False if it was handed out before. */
  add(line: SeenLine): boolean {
    const key = keyOf(line);
    if (this.#known.has(key)) return false;
    this.#known.add(key);
    // Greetings of the server are not kept.
    if (line.from !== "@server") this.#last = key;
    if (this.#known.size > MAX_KNOWN) {
      for (const oldest of this.#known) {
        this.#known.delete(oldest);
        break;
      }
    }
    return true;
  }

  hasGapBefore(kept: readonly SeenLine[]): boolean {
    return this.#last !== null && !kept.some((line) => keyOf(line) === this.#last);
  }
}

function keyOf({ from, content, atMs, id }: SeenLine): string {
  return id ?? `${from} ${atMs} ${content}`;
}
