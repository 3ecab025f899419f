/**
 * What happens to every message of a client, the cheap things first: its size, its rate, then what
 * it says. Malformed ones are answered or close the connection, and disturb nobody else.
 */
import { StoreUnavailable } from "@bazaar/market/ports";
import { shortInertText } from "../listen/short-inert-text.ts";
import type { Chat } from "./chat.ts";
import { COMMANDS } from "./commands/commands.ts";
import { type Connection, POLICY, TOO_LARGE } from "./connection.ts";
import { FrameFields } from "./frame-fields.ts";

/** Bytes of one message, before the client is identified and after. */
export const UNIDENTIFIED_BYTES = 64 * 1024;
const MESSAGE_BYTES = 256 * 1024;
/** The one kind that may be longer, up to what the WebSocket takes; it has a rate of its own. */
const CHUNK = "FILE_CHUNK";
const SHOWN = 40;

export async function receive(
  chat: Chat,
  connection: Connection,
  data: Buffer,
  isBinary: boolean,
): Promise<void> {
  const startedMs = performance.now();
  try {
    const work = begin(chat, connection, data, isBinary);
    // A line of a channel is delivered later, once it is stored: only its sender's rate bounds that.
    chat.rates.countTime(connection.address, performance.now() - startedMs);
    await work;
  } catch (failure) {
    if (failure instanceof StoreUnavailable) {
      chat.onUnavailable(failure);
      connection.error("unavailable", "The server cannot store this now; try again");
    } else {
      connection.fail();
      chat.onFault(failure);
    }
  }
}

function begin(
  chat: Chat,
  connection: Connection,
  data: Buffer,
  isBinary: boolean,
): void | Promise<void> {
  if (!connection.isIdentified && data.length > UNIDENTIFIED_BYTES) {
    return closeAsTooLarge(chat, connection);
  }
  if (!isWithinRate(chat, connection)) return;
  if (isBinary) return refuse(chat, connection, "Messages must be text");
  const message = parsed(data);
  if (message === undefined) {
    return chat.security.note("chat_malformed", connection.address, "not JSON");
  }
  if (typeof message !== "object" || message === null || Array.isArray(message)) {
    return refuse(chat, connection, "Missing message type");
  }
  const fields = new FrameFields(message as Readonly<Record<string, unknown>>);
  const type = fields.value("type");
  if (typeof type !== "string") return refuse(chat, connection, "Missing message type");
  const command = COMMANDS.get(type);
  if (command === undefined) {
    return refuse(chat, connection, `Unknown message type: ${shortInertText(type, SHOWN)}`);
  }
  if (type === CHUNK && connection.isIdentified) {
    connection.frames.giveBack();
    const waitMs = connection.chunks.take(chat.settings.rates.chunks, chat.clock.nowMs());
    if (waitMs > 0) return connection.error("rate_limited", "Too many file chunks");
  } else if (data.length > MESSAGE_BYTES) {
    return refuse(chat, connection, `Message too large (max ${MESSAGE_BYTES} bytes)`);
  }
  return command(chat, connection, fields);
}

/** For what is not a message; a wrong field in one is not logged. */
function refuse(chat: Chat, connection: Connection, problem: string): void {
  chat.security.note("chat_malformed", connection.address, problem);
  connection.error("invalid", problem);
}

export function closeAsTooLarge(chat: Chat, connection: Connection): void {
  chat.security.note("chat_too_large", connection.address);
  connection.close(TOO_LARGE, "Message too large");
}

/** Whether the message may be read; otherwise its sender has been told. */
function isWithinRate({ settings, clock, rates, security }: Chat, connection: Connection): boolean {
  const { frames, address, isIdentified } = connection;
  const { unidentified, identified } = settings.rates;
  const waitMs = frames.take(isIdentified ? identified : unidentified, clock.nowMs());
  if (waitMs === 0 && rates.spentTime(address) === null) return true;
  security.note("chat_rate", address);
  if (isIdentified) connection.error("rate_limited", "Too many messages");
  else connection.close(POLICY, "Rate limit exceeded");
  return false;
}

/** Undefined if it is not JSON. */
function parsed(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
