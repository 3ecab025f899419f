/**
 * What processes tell each other about those who talk, and its form on the bus: a line of JSON, and
 * after it the text of a frame as it is.
 *
 * What arrives is parsed like a stranger's message: another version may run elsewhere.
 */
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import { type Agent, type Ending, PRESENCES } from "../ports/talk.ts";
import type { Claim } from "./claim.ts";
import { MAX_AGENTS } from "./roster.ts";

export type News =
  /** These agents are connected here, or what is shown of them has changed. */
  | { readonly type: "here"; readonly claims: readonly Claim[] }
  | { readonly type: "gone"; readonly id: string }
  | { readonly type: "line"; readonly channel: string; readonly no: number; readonly text: string }
  | { readonly type: "frame"; readonly to: FrameTarget; readonly text: string }
  /** To the process to which the agent is connected. */
  | { readonly type: "end"; readonly id: string; readonly ending: Ending }
  /** A note has changed; those that need it read it again. */
  | { readonly type: "note"; readonly space: string; readonly key: string }
  | { readonly type: "beat" }
  /** One process, or all, should say again who is connected to it. */
  | { readonly type: "ask"; readonly process: string | null }
  /** The answer: all claims were sent since this number, and no others hold. */
  | { readonly type: "roster"; readonly sinceNo: number; readonly ids: readonly string[] };

export type FrameTarget =
  | { readonly id: string }
  | { readonly channels: readonly string[]; readonly except: string | null };

export interface Message {
  /** Differs between two starts of one server. */
  readonly process: string;
  /** Counts the messages of the process from 1. */
  readonly no: number;
  readonly news: News;
}

const MAX_MESSAGE = 4 * 1_048_576;
const MAX_NAME = 256;
const MAX_TEXT = 8_192;
/** How many agents one message names in full. */
export const CLAIMS_AT_ONCE = 16;
const MAX_CHANNELS = 2_048;

export function messageText({ process, no, news }: Message): string {
  if (news.type !== "line" && news.type !== "frame") return JSON.stringify({ process, no, news });
  const { text, ...rest } = news;
  return `${JSON.stringify({ process, no, news: rest })}\n${text}`;
}

/** What is wrong with it is a text. */
export function parseMessage(message: string): Message | string {
  if (message.length > MAX_MESSAGE) return `${message.length} characters`;
  const end = message.indexOf("\n");
  const json = parseJson(end === -1 ? message : message.slice(0, end));
  if (!json.ok) return "not JSON";
  const read = fields(json.value);
  const process = name(read, "process");
  const no = number(read, "no", 1);
  const news = readNews(read.object("news"), end === -1 ? null : message.slice(end + 1));
  const { problem } = read;
  return problem === null ? { process, no, news } : `${problem.field}: ${problem.problem}`;
}

type NewsType = News["type"];
type NewsOf<Type extends NewsType> = Extract<News, { type: Type }>;

const READERS: {
  readonly [Type in NewsType]: (read: Fields, text: string) => Omit<NewsOf<Type>, "type">;
} = {
  here: (read) => ({
    claims: read.array("claims", { max: CLAIMS_AT_ONCE }, (items, at) =>
      readClaim(items.object(at)),
    ),
  }),
  gone: (read) => ({ id: name(read, "id") }),
  line: (read, text) => ({ channel: name(read, "channel"), no: number(read, "no"), text }),
  frame: (read, text) => ({ to: readTarget(read.object("to")), text }),
  end: (read) => ({ id: name(read, "id"), ending: readEnding(read.object("ending")) }),
  note: (read) => ({ space: name(read, "space"), key: name(read, "key") }),
  beat: () => ({}),
  ask: (read) => ({ process: read.optional("process", (at) => name(read, at)) }),
  roster: (read) => ({
    sinceNo: number(read, "sinceNo", 1),
    ids: read.array("ids", { max: MAX_AGENTS }, name),
  }),
};

const TYPES = Object.keys(READERS) as [NewsType, ...NewsType[]];

function readNews(read: Fields, text: string | null): News {
  const type = read.oneOf("type", TYPES);
  const hasText = type === "line" || type === "frame";
  if (hasText !== (text !== null)) read.fault("type", hasText ? "no text follows" : "text follows");
  return { type, ...READERS[type](read, text ?? "") } as News;
}

function readClaim(read: Fields): Claim {
  return {
    agent: readAgent(read.object("agent")),
    channels: read.array("channels", { max: MAX_CHANNELS }, name),
    sinceMs: number(read, "sinceMs"),
    address: read.optional("address", (at) => name(read, at)),
  };
}

function readAgent(read: Fields): Agent {
  return {
    id: name(read, "id"),
    name: name(read, "name"),
    key: read.optional("key", (at) => {
      const key = read.object(at);
      return { text: key.string("text", { max: MAX_TEXT }), party: key.party("party") };
    }),
    presence: read.oneOf("presence", PRESENCES),
    statusText: read.optional("statusText", (at) => read.string(at, { max: MAX_TEXT })),
  };
}

function readTarget(read: Fields): FrameTarget {
  if (read.has("id")) return { id: name(read, "id") };
  return {
    channels: read.array("channels", { max: MAX_CHANNELS }, name),
    except: read.optional("except", (at) => name(read, at)),
  };
}

function readEnding(read: Fields): Ending {
  const type = read.oneOf("type", ["displaced", "kicked", "banned"]);
  if (type === "displaced")
    return { type, address: read.optional("address", (at) => name(read, at)) };
  return { type, reason: read.string("reason", { max: MAX_TEXT }) };
}

function name(read: Fields, at: string): string {
  return read.string(at, { min: 1, max: MAX_NAME });
}

function number(read: Fields, at: string, min = 0): number {
  return read.integer(at, { min, max: Number.MAX_SAFE_INTEGER });
}
