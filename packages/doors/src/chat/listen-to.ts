/** Hands a client's messages on, one after another, and reads no more than it can handle. */
import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { Chat } from "./chat.ts";
import type { Connection } from "./connection.ts";
import { closeAsTooLarge, receive, UNIDENTIFIED_BYTES } from "./receive.ts";

export function listenTo(
  chat: Chat,
  connection: Connection,
  client: WebSocket,
  socket: Duplex,
): void {
  const waiting: (readonly [Buffer, boolean])[] = [];
  let isBusy = false;
  const work = async (): Promise<void> => {
    isBusy = true;
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (!connection.hasEnded) await receive(chat, connection, ...next);
    }
    isBusy = false;
    if (client.isPaused) client.resume();
  };
  const begin = (): void => {
    const running = work().finally(() => chat.running.delete(running));
    chat.running.add(running);
  };
  client.on("message", (data: Buffer, isBinary) => {
    waiting.push([data, isBinary]);
    // What is sent meanwhile stays in the client's own buffers.
    if (isBusy) client.pause();
    else begin();
  });
  boundUnfinished(chat, connection, client, socket);
}

/**
 * Closes a connection that is not identified and sends much without finishing a message: the
 * WebSocket itself keeps up to the longest message that any client may send.
 */
function boundUnfinished(
  chat: Chat,
  connection: Connection,
  client: WebSocket,
  socket: Duplex,
): void {
  let bytes = 0;
  client.on("message", () => {
    bytes = 0;
  });
  const count = ({ length }: Buffer): void => {
    if (connection.isIdentified) {
      socket.off("data", count);
      return;
    }
    bytes += length;
    // What has just come may be the beginning of the next message only in part.
    if (bytes <= 2 * UNIDENTIFIED_BYTES || connection.hasEnded) return;
    closeAsTooLarge(chat, connection);
    // The rest is not read; what has been sent to the client can be.
    client.pause();
  };
  socket.on("data", count);
}
