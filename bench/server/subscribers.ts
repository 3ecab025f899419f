/** Many subscribers of the stream in one process; records when each receives each contract. */
import { connect, type Socket } from "node:net";
import type { SubscribersMessage } from "./notification-latency.ts";

const [url = "", count = "0"] = process.argv.slice(2);
const POSTED = /"event":"contract_posted","contract_id":"([0-9a-f]+)"/g;
/** Enough for an event that is cut off at the end of a packet. */
const KEPT_CHARACTERS = 4_096;

const arrivals = new Map<string, number[]>();
const { hostname, port, host } = new URL(url);
const sockets: Socket[] = [];
for (let number = 0; number < Number(count); number += 1) sockets.push(await subscribe());
report({ is: "ready" });
process.once("message", () => report({ is: "arrivals", arrivals: [...arrivals] }));

/** Resolves at the stream's first id: from then on no event is missed. */
async function subscribe(): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    const atMs = performance.timeOrigin + performance.now();
    text += chunk;
    if (text.includes("\nid: ")) resolve();
    let end = 0;
    for (const found of text.matchAll(POSTED)) {
      const [whole, id = ""] = found;
      end = found.index + whole.length;
      const times = arrivals.get(id) ?? [];
      if (times.length === 0) arrivals.set(id, times);
      times.push(atMs);
    }
    text = text.slice(Math.max(end, text.length - KEPT_CHARACTERS));
  });
  socket.once("error", reject);
  socket.once("close", () => reject(new Error("the server closed a stream")));
  socket.write(`GET /contracts/stream HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await promise;
  return socket;
}

function report(message: SubscribersMessage): void {
  process.send?.(message);
}
