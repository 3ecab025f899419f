/**
 * Reads what a server sends. It is a stranger too: what does not have the fields of its type is
 * dropped, texts are bounded where they are for people, and lists are cut.
 */
import { shortInertText } from "../../listen/short-inert-text.ts";
import { FrameFields } from "../frame-fields.ts";
import type { ChatMember, ChatMessage, ChatPerson, ChatProblem, ChatSkill } from "./chat-event.ts";

const MAX_NAME = 100;
const MAX_ID = 200;
const MAX_TEXT = 500;
const MAX_KEY = 1_000;
const MAX_LIST = 20_000;

export type ServerFrame =
  | { type: "welcome"; id: string; name: string; server: string; isVerified: boolean }
  | { type: "challenge"; challengeId: string; nonce: string }
  | { type: "error"; problem: ChatProblem }
  | { type: "pong" }
  | { type: "message"; message: Omit<ChatMessage, "isOwn"> }
  | { type: "chunk"; from: string; content: string }
  | { type: "joined_channel"; channel: string; agents: readonly ChatMember[] }
  | { type: "left_channel"; channel: string }
  | { type: "joined"; channel: string; agent: ChatMember }
  | { type: "left"; channel: string; agent: string }
  | { type: "channels"; list: readonly { readonly name: string; readonly agents: number }[] }
  | { type: "agents"; channel: string; list: readonly ChatPerson[] }
  | { type: "presence"; agent: string; name: string; presence: string; statusText: string | null }
  | { type: "nick"; agent: string; from: string; to: string }
  | { type: "typing"; agent: string; name: string; channel: string }
  | { type: "delivery_set" }
  | { type: "skills_registered"; count: number }
  | { type: "search_results"; queryId: string | null; total: number; list: readonly ChatSkill[] }
  /** Another agent asks for a proof. */
  | { type: "proof_asked"; requestId: string; from: string; nonce: string }
  /** The server ends the connection and does not want another. */
  | { type: "removed"; problem: ChatProblem };

/** Null for what is no message, or none that this client knows. */
export function readFrame(text: string): ServerFrame | null {
  const json = parsed(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const read = new FrameFields(json as Readonly<Record<string, unknown>>);
  const type = read.value("type");
  const reader = typeof type === "string" ? READERS.get(type) : undefined;
  const frame = reader?.(read) ?? null;
  return read.problem === null ? frame : null;
}

const READERS: ReadonlyMap<string, (read: FrameFields) => ServerFrame | null> = new Map<
  string,
  (read: FrameFields) => ServerFrame | null
>([
  [
    "WELCOME",
    (read) => ({
      type: "welcome",
      id: agent(read, "agent_id"),
      name: name(read, "name"),
      server: optional(read, "server", MAX_NAME) ?? "",
      // Only agents with a key have it; what it says differs between servers.
      isVerified: read.value("verified") !== undefined,
    }),
  ],
  [
    "CHALLENGE",
    (read) => ({
      type: "challenge",
      challengeId: short(read, "challenge_id", MAX_ID),
      nonce: short(read, "nonce", MAX_ID),
    }),
  ],
  ["ERROR", (read) => ({ type: "error", problem: readProblem(read) })],
  ["PONG", () => ({ type: "pong" })],
  ["MSG", (read) => ({ type: "message", message: readMessage(read) })],
  [
    "FILE_CHUNK",
    (read) => ({ type: "chunk", from: agent(read, "from"), content: long(read, "content") }),
  ],
  [
    "JOINED",
    (read) => ({
      type: "joined_channel",
      channel: channel(read),
      agents: list(read, "agents", readMember),
    }),
  ],
  ["LEFT", (read) => ({ type: "left_channel", channel: channel(read) })],
  [
    "AGENT_JOINED",
    (read) => ({
      type: "joined",
      channel: channel(read),
      agent: {
        id: agent(read, "agent"),
        name: name(read, "name"),
        isVerified: read.value("verified") === true,
      },
    }),
  ],
  ["AGENT_LEFT", (read) => ({ type: "left", channel: channel(read), agent: agent(read, "agent") })],
  ["CHANNELS", (read) => ({ type: "channels", list: list(read, "list", readChannel) })],
  [
    "AGENTS",
    (read) => ({ type: "agents", channel: channel(read), list: list(read, "list", readPerson) }),
  ],
  [
    "PRESENCE_CHANGED",
    (read) => ({
      type: "presence",
      agent: agent(read, "agent_id"),
      name: name(read, "name"),
      presence: name(read, "presence"),
      statusText: optional(read, "status_text", MAX_TEXT),
    }),
  ],
  [
    "NICK_CHANGED",
    (read) => ({
      type: "nick",
      agent: agent(read, "agent_id"),
      from: name(read, "old_nick"),
      to: name(read, "new_nick"),
    }),
  ],
  [
    "TYPING",
    (read) => ({
      type: "typing",
      agent: agent(read, "from"),
      name: name(read, "from_name"),
      channel: channel(read),
    }),
  ],
  ["DELIVERY_SET", () => ({ type: "delivery_set" })],
  [
    "SKILLS_REGISTERED",
    (read) => ({ type: "skills_registered", count: read.number("skills_count", "") }),
  ],
  [
    "SEARCH_RESULTS",
    (read) => ({
      type: "search_results",
      queryId: optional(read, "query_id", MAX_ID),
      total: read.number("total", ""),
      list: list(read, "results", readSkill),
    }),
  ],
  // The asker gets one too, with `status`, once its request was passed on.
  ["VERIFY_REQUEST", (read) => (read.value("status") === undefined ? readProofAsked(read) : null)],
  ["SESSION_DISPLACED", (read) => ({ type: "removed", problem: readRemoval(read, "displaced") })],
  ["KICKED", (read) => ({ type: "removed", problem: readRemoval(read, "kicked") })],
  ["BANNED", (read) => ({ type: "removed", problem: readRemoval(read, "banned") })],
]);

function readProblem(read: FrameFields): ChatProblem {
  const code = shown(read, "code", MAX_NAME);
  const specCode =
    read.value("spec_code") === undefined ? null : shown(read, "spec_code", MAX_NAME);
  return { code, specCode, message: shown(read, "message", MAX_TEXT) };
}

function readRemoval(read: FrameFields, code: string): ChatProblem {
  const reason = read.value("reason") === undefined ? "" : shown(read, "reason", MAX_TEXT);
  return { code, specCode: null, message: reason === "" ? `this agent was ${code}` : reason };
}

function readMessage(read: FrameFields): Omit<ChatMessage, "isOwn"> {
  return {
    from: agent(read, "from"),
    fromName: optional(read, "from_name", MAX_NAME) ?? "",
    to: short(read, "to", MAX_NAME),
    content: long(read, "content"),
    atMs: read.number("ts", "ts"),
    id: optional(read, "msg_id", MAX_ID),
    inReplyTo: optional(read, "in_reply_to", MAX_ID),
    signature: optional(read, "sig", MAX_KEY),
    isReplay: read.value("replay") === true,
  };
}

function readProofAsked(read: FrameFields): ServerFrame {
  return {
    type: "proof_asked",
    requestId: short(read, "request_id", MAX_ID),
    from: agent(read, "from"),
    nonce: short(read, "nonce", MAX_ID),
  };
}

function readMember(read: FrameFields): ChatMember {
  return {
    id: agent(read, "id"),
    name: name(read, "name"),
    isVerified: read.value("verified") === true,
  };
}

function readPerson(read: FrameFields): ChatPerson {
  return {
    ...readMember(read),
    presence: optional(read, "presence", MAX_NAME) ?? "online",
    statusText: optional(read, "status_text", MAX_TEXT),
  };
}

function readChannel(read: FrameFields) {
  return { name: short(read, "name", MAX_NAME), agents: read.number("agents", "agents") };
}

function readSkill(read: FrameFields): ChatSkill {
  return {
    agent: agent(read, "agent_id"),
    capability: short(read, "capability", MAX_TEXT),
    description: optional(read, "description", 2 * MAX_TEXT),
    rate: read.optionalNumber("rate"),
    currency: optional(read, "currency", MAX_NAME),
  };
}

/** The items that can be read; the maker of a channel is listed in it by its id alone. */
function list<T>(read: FrameFields, field: string, item: (read: FrameFields) => T): readonly T[] {
  const values = read.value(field);
  if (!Array.isArray(values)) {
    read.fault(field);
    return [];
  }
  return values.slice(0, MAX_LIST).flatMap((value: unknown) => {
    const named = typeof value === "string" ? { id: value, name: value.slice(1) } : value;
    if (typeof named !== "object" || named === null) return [];
    const inner = new FrameFields(named as Readonly<Record<string, unknown>>);
    const made = item(inner);
    return inner.problem === null ? [made] : [];
  });
}

function channel(read: FrameFields): string {
  return read.matching("channel", /^#\S{1,100}$/, "channel");
}

function agent(read: FrameFields, field: string): string {
  return read.matching(field, /^@[^\s@#]{1,64}$/, field);
}

function name(read: FrameFields, field: string): string {
  return short(read, field, MAX_NAME);
}

/** For a text of the protocol, which would be wrong if it were cut. */
function short(read: FrameFields, field: string, max: number): string {
  const text = read.text(field, field);
  if (text.length > max) read.fault(field);
  return text;
}

function long(read: FrameFields, field: string): string {
  return read.text(field, field);
}

function optional(read: FrameFields, field: string, max: number): string | null {
  return read.value(field) === undefined ? null : short(read, field, max);
}

/** For a text that people read. */
function shown(read: FrameFields, field: string, max: number): string {
  return shortInertText(read.text(field, field), max);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
