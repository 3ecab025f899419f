/**
 * What an agent wants delivered, as it is asked for in `SET_DELIVERY` and answered. Everything is
 * bounded: it is looked at for every message.
 */
import { AGENT, CHANNEL, FrameFields } from "../frame-fields.ts";

/** `MSG` of the server itself in channels: greetings, questions, new skills. */
export const SERVER_TEXTS = "@server";
const OPTIONAL: ReadonlySet<unknown> = new Set([
  "AGENT_JOINED",
  "AGENT_LEFT",
  "PRESENCE_CHANGED",
  "NICK_CHANGED",
  "TYPING",
  SERVER_TEXTS,
]);
const MAX_CHANNELS = 100;
const MAX_THREADS = 20;
const MAX_WORDS = 20;
const MAX_FROM = 50;
const ID = /^[\x21-\x7e]{1,100}$/;
const MAX_WORD = 100;
/** Of all preferences together, as they are answered. */
const MAX_TEXT = 16_384;

/** Which messages of a channel are wanted: those that fit any of these. */
export interface Filter {
  /** Of the agent, or in reply to it. */
  readonly mentions: boolean;
  readonly threads: ReadonlySet<string>;
  /** In lower case. */
  readonly words: readonly string[];
  readonly from: ReadonlySet<string>;
}

export interface Preferences {
  readonly isPlain: boolean;
  readonly without: ReadonlySet<string>;
  /** Null is everything. */
  readonly only: Filter | null;
  /** Channels for which something else holds. */
  readonly channels: ReadonlyMap<string, Filter | null>;
}

export function readPreferences(fields: FrameFields): Preferences {
  const only = fields.value("only");
  const without = texts(fields, "without", OPTIONAL.size, (type) => OPTIONAL.has(type));
  const preferences = {
    isPlain: flag(fields, "plain"),
    without: new Set(without),
    only: only === undefined ? null : readFilter(fields, only),
    channels: readChannels(fields, fields.value("channels") ?? {}),
  };
  if (JSON.stringify(preferenceFields(preferences)).length > MAX_TEXT)
    fields.fault("Too many preferences");
  return preferences;
}

/** As they are answered. */
export function preferenceFields({ isPlain, without, only, channels }: Preferences) {
  const each = [...channels].map(([name, wanted]) => [name, filterFields(wanted)] as const);
  return {
    plain: isPlain,
    without: [...without],
    only: filterFields(only),
    channels: Object.fromEntries(each),
  };
}

function filterFields(only: Filter | null) {
  if (only === null) return null;
  const { mentions, threads, words, from } = only;
  return { mentions, threads: [...threads], words, from: [...from] };
}

/** Whether everything arrives as it is. */
export function isDefault({ isPlain, without, only, channels }: Preferences): boolean {
  return !isPlain && without.size === 0 && only === null && channels.size === 0;
}

function readChannels(fields: FrameFields, given: unknown): ReadonlyMap<string, Filter | null> {
  const entries = Object.entries(objectOf(fields, given, "channels") ?? {});
  if (entries.length > MAX_CHANNELS) fields.fault(`Too many channels (max ${MAX_CHANNELS})`);
  const wanted = new Map<string, Filter | null>();
  for (const [name, only] of entries.slice(0, MAX_CHANNELS)) {
    if (!CHANNEL.test(name)) fields.fault("Invalid channel name");
    wanted.set(name, only === null ? null : readFilter(fields, only));
  }
  return wanted;
}

function readFilter(fields: FrameFields, given: unknown): Filter {
  const only = new FrameFields(objectOf(fields, given, "only") ?? {});
  const read = {
    mentions: flag(only, "mentions"),
    threads: new Set(texts(only, "threads", MAX_THREADS, (id) => ID.test(id))),
    words: texts(only, "words", MAX_WORDS, isWord).map((word) => word.toLowerCase()),
    from: new Set(texts(only, "from", MAX_FROM, (id) => AGENT.test(id))),
  };
  if (only.problem !== null) fields.fault(only.problem);
  return read;
}

function objectOf(
  fields: FrameFields,
  given: unknown,
  name: string,
): Readonly<Record<string, unknown>> | null {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  if (!isObject) fields.fault(`Invalid ${name}`);
  return isObject ? (given as Readonly<Record<string, unknown>>) : null;
}

function flag(fields: FrameFields, name: string): boolean {
  const value = fields.value(name) ?? false;
  if (typeof value !== "boolean") fields.fault(`Invalid ${name}`);
  return value === true;
}

function isWord(text: string): boolean {
  return text !== "" && text.length <= MAX_WORD;
}

function texts(
  fields: FrameFields,
  name: string,
  max: number,
  isValid: (text: string) => boolean,
): readonly string[] {
  const given = fields.value(name) ?? [];
  const list: readonly unknown[] = Array.isArray(given) ? given.slice(0, max + 1) : [];
  const valid = list.filter((item) => typeof item === "string").filter((item) => isValid(item));
  if (!Array.isArray(given) || valid.length < list.length) fields.fault(`Invalid ${name}`);
  if (list.length > max) fields.fault(`Too many ${name} (max ${max})`);
  return valid;
}
