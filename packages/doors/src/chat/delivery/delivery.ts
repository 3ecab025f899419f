/**
 * What one connection gets of all that is said around it, and how. Answers, direct messages and what
 * the agent says itself always arrive.
 */
import type { Frame } from "@bazaar/market/ports";
import { type Facts, type FrameViews, typeOf } from "./frame-views.ts";
import { type Filter, type Preferences, SERVER_TEXTS } from "./preferences.ts";

/** So many ids are remembered, of messages in threads and of its own. */
const MAX_IDS = 1_000;
const SERVER = "@server";

interface Reader {
  readonly id: string;
  /** As it is called now. */
  readonly name: () => string | null;
}

export class Delivery {
  readonly #preferences: Preferences;
  readonly #views: FrameViews;
  readonly #reader: Reader;
  /** Messages that belong to a thread it wants, as far as it has seen them. */
  readonly #inThreads = new RecentIds();
  readonly #own: RecentIds;

  /** `before` is what it replaces. */
  constructor(
    preferences: Preferences,
    views: FrameViews,
    reader: Reader,
    before: Delivery | null,
  ) {
    this.#preferences = preferences;
    this.#views = views;
    this.#reader = reader;
    this.#own = before === null ? new RecentIds() : before.#own;
  }

  /** The frame as it is delivered; null if it is not wanted. */
  shown(frame: Frame): Frame | null {
    if (!this.#isWanted(frame)) return null;
    return this.#preferences.isPlain ? this.#views.plain(frame) : frame;
  }

  #isWanted(frame: Frame): boolean {
    const type = typeOf(frame);
    const { without } = this.#preferences;
    const isMessage = type === "MSG";
    if (!isMessage && !without.has(type)) return true;
    const facts = this.#views.factsOf(frame);
    const isOwn = facts.by === `@${this.#reader.id}`;
    if (!isMessage) return isOwn;
    if (facts.channel === null) return true;
    const only = this.#filterIn(facts.channel);
    // Also of messages that are wanted anyway: what replies to them may not be.
    const isInThread = only !== null && this.#isInThread(facts, only);
    if (isOwn) this.#own.add(facts.messageId);
    if (isOwn || isInThread) return true;
    if (facts.by === SERVER && without.has(SERVER_TEXTS)) return false;
    return only === null || this.#isChosen(facts, only);
  }

  #filterIn(channel: string): Filter | null {
    const { only, channels } = this.#preferences;
    return channels.has(channel) ? (channels.get(channel) ?? null) : only;
  }

  #isInThread({ messageId, repliesTo }: Facts, { threads }: Filter): boolean {
    if (messageId !== null && threads.has(messageId)) return true;
    if (repliesTo === null) return false;
    if (!threads.has(repliesTo) && !this.#inThreads.has(repliesTo)) return false;
    this.#inThreads.add(messageId);
    return true;
  }

  #isChosen(facts: Facts, { mentions, from, words }: Filter): boolean {
    const { by, repliesTo, content } = facts;
    if (by !== null && from.has(by)) return true;
    if (mentions && (this.#isMentioned(facts) || this.#own.has(repliesTo))) return true;
    return words.some((word) => content.includes(word));
  }

  #isMentioned({ mentions }: Facts): boolean {
    const { id, name } = this.#reader;
    return mentions.has(id) || mentions.has(name()?.toLowerCase() ?? id);
  }
}

class RecentIds {
  readonly #ids = new Set<string>();

  has(id: string | null): boolean {
    return id !== null && this.#ids.has(id);
  }

  add(id: string | null): void {
    if (id === null) return;
    this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_IDS && oldest !== undefined) this.#ids.delete(oldest);
  }
}
