/** The requests of a client: what is sent, and which messages are the answer. */
import { hash } from "node:crypto";
import type { Signer } from "@bazaar/kernel";
import type { ChatMember, ChatMessage, ChatPerson, ChatSkill, Me } from "./chat-event.ts";
import { signedBase64 } from "./enter.ts";
import type { Ask } from "./exchange.ts";
import type { ServerFrame } from "./read-frame.ts";

export interface Said {
  readonly to: string;
  readonly content: string;
  readonly inReplyTo?: string;
  /** What a key agent signs with the text, so that two equal texts differ; now unless given. */
  readonly atMs?: number;
}

export interface Joining {
  readonly agents: readonly ChatMember[];
  /** What the server keeps of what was said there, whether it was handed out before or not. */
  readonly kept: readonly Line[];
}

export interface SkillQuery {
  readonly capability?: string;
  readonly maxRate?: number;
  readonly currency?: string;
  readonly limit?: number;
}

/** Which lines of a channel are wanted: those that fit any of these; none if it is empty. */
export interface ChatFilter {
  readonly mentions?: boolean;
  /** Ids of messages. */
  readonly threads?: readonly string[];
  readonly words?: readonly string[];
  /** Ids of agents. */
  readonly from?: readonly string[];
}

export interface ChatPreferences {
  /** Without invisible characters and sequences for terminals. */
  readonly plain?: boolean;
  /** Types of messages that are not wanted; `@server` for what the server says in channels. */
  readonly without?: readonly string[];
  readonly only?: ChatFilter | null;
  readonly channels?: Readonly<Record<string, ChatFilter | null>>;
}

export interface FoundSkills {
  readonly total: number;
  readonly list: readonly ChatSkill[];
}

export type OwnSkill = Omit<ChatSkill, "agent">;

/** The signature of a line, in the protocol's form. The same for the same text and time. */
export function lineSignature(
  signer: Signer,
  { to, content, atMs }: Required<Pick<Said, "to" | "content" | "atMs">>,
): string {
  return signedBase64(signer, JSON.stringify({ to, content, ts: atMs }));
}

/** As a server sends it. */
export type Line = Omit<ChatMessage, "isOwn">;

export function sayAsk(
  { to, content, inReplyTo }: Said,
  signature: string | null,
  me: Me,
): Ask<Line> {
  let echo: Line | null = null;
  return {
    message: {
      type: "MSG",
      to,
      content,
      ...(signature === null ? {} : { sig: signature }),
      ...(inReplyTo === undefined ? {} : { in_reply_to: inReplyTo }),
    },
    about: to,
    take(frame) {
      if (frame.type === "message") {
        const { message } = frame;
        const isOurs = message.from === me.id && message.to === to && !message.isReplay;
        if (isOurs) echo ??= message;
      }
      // It is handed out like every other line.
      return false;
    },
    answer: () => echo,
  };
}

export function joinAsk(
  channel: string,
  /** With the kept lines, then those that came meanwhile. */
  onJoined: (lines: readonly Line[]) => void,
): Ask<Joining> {
  const lines: Line[] = [];
  let agents: readonly ChatMember[] | null = null;
  return {
    message: { type: "JOIN", channel },
    about: channel,
    take(frame) {
      if (frame.type === "message" && frame.message.to === channel) {
        lines.push(frame.message);
        return true;
      }
      if (frame.type !== "joined_channel" || frame.channel !== channel) return false;
      agents = frame.agents;
      return true;
    },
    answer: () => agents && { agents, kept: lines.filter(({ isReplay }) => isReplay) },
    onComplete: () => {
      if (agents !== null) onJoined(lines);
    },
  };
}

/** Servers answer nothing for a channel that does not exist. */
export function leaveAsk(channel: string): Ask<true> {
  return {
    message: { type: "LEAVE", channel },
    about: channel,
    take: (frame) => frame.type === "left_channel" && frame.channel === channel,
    answer: (hasError) => (hasError ? null : true),
  };
}

export function createAsk(channel: string, isInviteOnly: boolean): Ask<readonly ChatMember[]> {
  return one(
    { type: "CREATE_CHANNEL", channel, invite_only: isInviteOnly },
    (frame) => (frame.type === "joined_channel" && frame.channel === channel ? frame.agents : null),
    channel,
  );
}

export function inviteAsk(channel: string, agent: string): Ask<true> {
  return unanswered({ type: "INVITE", channel, agent }, agent);
}

export function channelsAsk() {
  return one({ type: "LIST_CHANNELS" }, (frame) => (frame.type === "channels" ? frame.list : null));
}

export function agentsAsk(channel: string): Ask<readonly ChatPerson[]> {
  return one(
    { type: "LIST_AGENTS", channel },
    (frame) => (frame.type === "agents" && frame.channel === channel ? frame.list : null),
    channel,
  );
}

export function presenceAsk(status: string, statusText: string | null): Ask<true> {
  return unanswered({ type: "SET_PRESENCE", status, status_text: statusText });
}

export function preferAsk(preferences: ChatPreferences): Ask<true> {
  return one({ type: "SET_DELIVERY", ...preferences }, (frame) =>
    frame.type === "delivery_set" ? true : null,
  );
}

export function nickAsk(nick: string, me: Me): Ask<true> {
  let isChanged = false;
  return {
    message: { type: "SET_NICK", nick },
    take(frame) {
      isChanged ||= frame.type === "nick" && frame.agent === me.id && frame.to === nick;
      return false;
    },
    answer: () => isChanged || null,
  };
}

export function registerAsk(skills: readonly OwnSkill[], signer: Signer): Ask<number> {
  const list = skills.map(({ capability, description, rate, currency }) => ({
    capability,
    ...(description === null ? {} : { description }),
    ...(rate === null ? {} : { rate }),
    ...(currency === null ? {} : { currency }),
  }));
  const sha256 = hash("sha256", JSON.stringify(list), "hex");
  const sig = signedBase64(signer, `REGISTER_SKILLS|${sha256}`);
  return one({ type: "REGISTER_SKILLS", skills: list, sig }, (frame) =>
    frame.type === "skills_registered" ? frame.count : null,
  );
}

export function searchAsk({ capability, maxRate, currency, limit }: SkillQuery): Ask<FoundSkills> {
  const query = { capability, max_rate: maxRate, currency, limit };
  return one({ type: "SEARCH_SKILLS", query }, (frame) =>
    frame.type === "search_results" ? { total: frame.total, list: frame.list } : null,
  );
}

/** With exactly one message for an answer. */
function one<T>(message: object, read: (frame: ServerFrame) => T | null, about?: string): Ask<T> {
  let found: T | null = null;
  return {
    message,
    ...(about === undefined ? {} : { about }),
    take(frame) {
      const value = read(frame);
      if (value === null) return false;
      found ??= value;
      return true;
    },
    answer: () => found,
  };
}

/** Done, unless the server says otherwise. */
function unanswered(message: object, about?: string): Ask<true> {
  return {
    message,
    ...(about === undefined ? {} : { about }),
    take: () => false,
    answer: (hasError) => (hasError ? null : true),
  };
}
