/** The messages on the screen, by short numbers, so that a person can answer one. */
import type { ChatMessage } from "@bazaar/doors/chat/connect";

/** The numbers begin again after it. */
const MAX_MESSAGES = 999;

export class Conversation {
  readonly #messages = new Map<number, ChatMessage>();
  #last = 0;

  add(message: ChatMessage): number {
    this.#last = (this.#last % MAX_MESSAGES) + 1;
    // At the end, in the order in which they were said.
    this.#messages.delete(this.#last);
    this.#messages.set(this.#last, message);
    return this.#last;
  }

  get(number: number): ChatMessage | null {
    return this.#messages.get(number) ?? null;
  }

  numberOf(id: string | null): number | null {
    if (id === null) return null;
    for (const [number, message] of this.#messages) if (message.id === id) return number;
    return null;
  }

  /** With the message: what it answers, and all answers to any of them. */
  thread(number: number): readonly (readonly [number, ChatMessage])[] {
    const ids = new Set<string>();
    let root = this.get(number);
    for (let steps = 0; root !== null && steps < MAX_MESSAGES; steps += 1) {
      if (root.id !== null) ids.add(root.id);
      const before = this.numberOf(root.inReplyTo);
      root = before === null ? null : this.get(before);
    }
    return [...this.#messages].filter(([each, { id, inReplyTo }]) => {
      if (inReplyTo !== null && ids.has(inReplyTo) && id !== null) ids.add(id);
      return each === number || (id !== null && ids.has(id));
    });
  }
}
