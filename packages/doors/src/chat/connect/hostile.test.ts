import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { VirtualTime } from "../test/virtual-time.ts";
import { Clients } from "./test/clients.ts";

/** A server that says what a test wants. */
class Liar implements AsyncDisposable {
  readonly #server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  readonly heard: Readonly<Record<string, unknown>>[] = [];
  client: WebSocket | null = null;
  isWelcoming = true;

  static async open(): Promise<Liar> {
    const liar = new Liar();
    await once(liar.#server, "listening");
    liar.#server.on("connection", (client) => {
      liar.client = client;
      client.on("message", (data) => {
        const message = JSON.parse(data.toString());
        liar.heard.push(message);
        if (message.type === "IDENTIFY" && liar.isWelcoming) liar.say(WELCOME);
        if (message.type === "PING") liar.say({ type: "PONG" });
      });
    });
    return liar;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  say(message: unknown): void {
    this.client?.send(JSON.stringify(message));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#server.clients) client.terminate();
    this.#server.close();
    await once(this.#server, "close");
  }
}

const WELCOME = { type: "WELCOME", ts: 1, agent_id: "@me", name: "me", server: "liar" };
const MESSAGE = { type: "MSG", ts: 1, from: "@a", from_name: "a", to: "#general", content: "x" };

test("malformed messages of a server are dropped, and the next one is read", async () => {
  await using liar = await Liar.open();
  await using clients = new Clients(new VirtualTime());
  const { client, events } = clients.open(liar.url, { signer: null });
  await clients.until(client.connected());
  for (const message of [
    null,
    [],
    "text",
    7,
    {},
    { type: 7 },
    { type: "constructor" },
    { type: "__proto__" },
    { type: "MSG" },
    { ...MESSAGE, from: 7 },
    { ...MESSAGE, from: "a b" },
    { ...MESSAGE, content: { text: "x" } },
    { ...MESSAGE, ts: "soon" },
    { ...MESSAGE, msg_id: ["x"] },
    { ...MESSAGE, from_name: "n".repeat(10_000) },
    { type: "JOINED", channel: "#general", agents: "all" },
    { type: "AGENT_JOINED", channel: 1 },
    { type: "FILE_CHUNK", from: "@a" },
    { type: "ERROR" },
    { type: "PONG" },
    { type: "VERIFY_REQUEST", from: "@a", request_id: "r", nonce: "AGENTCHAT_AUTH|n|c|1" },
  ]) {
    liar.say(message);
  }
  liar.client?.send("not JSON");
  liar.client?.send(Buffer.from([1, 2, 3]));
  liar.say(MESSAGE);
  await clients.untilTrue(() => events.at(-1)?.type === "message");
  expect(events.map(({ type }) => type)).toEqual(["connected", "message"]);
  expect(liar.heard).toMatchObject([{ type: "IDENTIFY" }]);
});

test("what a server refuses with is bounded and shows what it contains", async () => {
  await using liar = await Liar.open();
  await using clients = new Clients(new VirtualTime());
  const { client, events } = clients.open(liar.url, { signer: null });
  await clients.until(client.connected());
  liar.say({ type: "ERROR", code: "\u001b[2J", message: `\u202e${"x".repeat(100_000)}` });
  await clients.untilTrue(() => events.at(-1)?.type === "refused");
  const shown = JSON.stringify(events.at(-1));
  expect(shown.length).toBeLessThan(1_000);
  expect(shown).toContain("u{1b}");
  expect(shown).not.toContain("\u202e");
});

test("an answer that does not come is said, and the next request goes on", async () => {
  await using liar = await Liar.open();
  await using clients = new Clients(new VirtualTime());
  const { client } = clients.open(liar.url, { signer: null });
  await clients.until(client.connected());
  expect(await clients.until(client.join("#general"))).toMatchObject({
    problem: { code: "no_answer" },
  });
  expect(await clients.until(client.leave("#general"))).toMatchObject({ ok: true });
});

test("a server that talks before it lets anybody in is left", async () => {
  await using liar = await Liar.open();
  await using clients = new Clients(new VirtualTime());
  liar.isWelcoming = false;
  const { events } = clients.open(liar.url);
  await clients.untilTrue(() => liar.heard.length > 0);
  for (let count = 0; count < 300; count += 1) liar.say({ type: "PONG" });
  liar.say(WELCOME);
  await clients.untilTrue(() => events.length > 0);
  expect(events).toMatchObject([{ type: "disconnected" }]);
});
