/** The messages that this door sends. */
import type { Agent, Frame } from "@bazaar/market/ports";
import type { Chat } from "./chat.ts";

export type Fields = Readonly<Record<string, unknown>>;

const SERVER = { from: "@server", from_name: "Server" } as const;

/** A field that is undefined is left out. */
export function frame({ clock }: Pick<Chat, "clock">, type: string, fields: Fields = {}): Frame {
  return { text: JSON.stringify({ type, ts: clock.nowMs(), ...fields }) };
}

/** Whether a frame, which may come from another process, is a part of a file. */
export function isChunk({ text }: Frame): boolean {
  return text.startsWith('{"type":"FILE_CHUNK"');
}

/** What an agent says to a channel or to another agent. */
export function messageFrame(
  chat: Pick<Chat, "clock" | "ids">,
  { id, name }: Agent,
  to: string,
  said: Fields,
): Frame {
  const msg_id = chat.ids.message();
  return frame(chat, "MSG", { from: `@${id}`, from_name: name, to, ...said, msg_id });
}

export function serverFrame(
  chat: Pick<Chat, "clock" | "ids">,
  channel: string,
  content: string,
): Frame {
  const msg_id = chat.ids.message();
  return frame(chat, "MSG", { ...SERVER, to: channel, content, msg_id });
}

/** A kept line, for an agent that joins later. */
export function replayFrame(line: string): Frame {
  return { text: `${line.slice(0, -1)},"replay":true}` };
}

export function joinedFrame(chat: Pick<Chat, "clock" | "talk">, channel: string): Frame {
  const agents = chat.talk.members(channel).map((agent) => shownAgent(agent));
  return frame(chat, "JOINED", { channel, agents });
}

export function shownAgent({ id, name, key }: Agent): Fields {
  return { id: `@${id}`, name, verified: key !== null };
}

/** Tells each channel that an agent was in that it has left. */
export function tellLeft(
  chat: Pick<Chat, "clock" | "talk">,
  id: string,
  channels: Iterable<string>,
): void {
  for (const channel of channels) {
    chat.talk.tell(channel, frame(chat, "AGENT_LEFT", { channel, agent: `@${id}` }));
  }
}
