/**
 * What agents with preferences need to know of a frame, and how it looks without invisible characters:
 * found once per frame, when the first such agent gets it. It is read from the text, because a frame
 * of another process is nothing else.
 */
import type { Frame } from "@bazaar/market/ports";
import { FrameFields } from "../frame-fields.ts";
import { isChunk } from "../frames.ts";
import { plainText } from "./plain-text.ts";

export interface Facts {
  /** The agent that it comes from or is about, with its `@`. */
  readonly by: string | null;
  /** Null if it is for one agent. */
  readonly channel: string | null;
  readonly messageId: string | null;
  readonly repliesTo: string | null;
  /** In lower case. */
  readonly content: string;
  /** The ids and names that it mentions, in lower case, without `@`. */
  readonly mentions: ReadonlySet<string>;
}

const TYPE = /^\{"type":"([A-Z_]+)"/;
/** What may have to be removed: all but ASCII, and the escapes that JSON writes for other characters. */
const UNUSUAL = /[^\x20-\x7e]|\\[bfru]/;
const MENTION = /(?<![A-Za-z0-9_-])@([A-Za-z0-9_-]+)/g;
/** What may follow a name and be part of another: `_@ann_`. */
const TRAILING = /[_-]+$/;
/** Of this the exact bytes count; it is read where the frame is made, and has nothing to hide. */
const EXACT = "pubkey";

export class FrameViews {
  readonly #facts = new WeakMap<Frame, Facts>();
  readonly #plain = new WeakMap<Frame, Frame>();

  factsOf(frame: Frame): Facts {
    const found = this.#facts.get(frame) ?? readFacts(frame);
    this.#facts.set(frame, found);
    return found;
  }

  /** The frame itself if there is nothing to remove. */
  plain(frame: Frame): Frame {
    const found = this.#plain.get(frame) ?? makePlain(frame);
    this.#plain.set(frame, found);
    return found;
  }
}

/** Its type comes first in every frame of this door. */
export function typeOf({ text }: Frame): string {
  return TYPE.exec(text)?.[1] ?? "";
}

function readFacts({ text }: Frame): Facts {
  const fields = new FrameFields(JSON.parse(text));
  const textOf = (name: string): string | null => {
    const value = fields.value(name);
    return typeof value === "string" ? value : null;
  };
  const channel = textOf("channel") ?? textOf("to");
  const content = textOf("content") ?? "";
  return {
    by: textOf("from") ?? textOf("agent_id") ?? textOf("agent"),
    channel: channel?.startsWith("#") === true ? channel : null,
    messageId: textOf("msg_id"),
    repliesTo: textOf("in_reply_to"),
    content: content.toLowerCase(),
    mentions: mentionsIn(content),
  };
}

function mentionsIn(content: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name = ""] of content.matchAll(MENTION)) {
    const lower = name.toLowerCase();
    names.add(lower).add(lower.replace(TRAILING, ""));
  }
  return names;
}

function makePlain(frame: Frame): Frame {
  // Nobody reads a part of a file before it is put together, and its bytes must stay.
  if (isChunk(frame) || !UNUSUAL.test(frame.text)) return frame;
  let isChanged = false;
  const text = JSON.stringify(JSON.parse(frame.text), (name, value: unknown) => {
    if (typeof value !== "string" || name === EXACT) return value;
    const plain = plainText(value);
    isChanged ||= plain !== value;
    return plain;
  });
  return isChanged ? { text: `${text.slice(0, -1)},"plain":true}` } : frame;
}
