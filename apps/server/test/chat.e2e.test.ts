/** Agents that talk through the real server, which is killed in between. */
import { expect, test } from "vitest";
import { Folder, TestServer } from "./server.ts";

const ADMIN = { BAZAAR_CHAT_PORT: "0", BAZAAR_CHAT_ADMIN_KEY: "the admin's key" };

/** A client of the standard library, and what it hears. */
class Talker {
  readonly #socket: WebSocket;
  readonly #heard: Record<string, unknown>[] = [];
  readonly #closed = Promise.withResolvers<number>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => this.#heard.push(JSON.parse(data)));
    socket.addEventListener("close", ({ code }) => this.#closed.resolve(code));
  }

  static async enter(url: string, name: string): Promise<Talker> {
    const socket = new WebSocket(url);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
    const talker = new Talker(socket);
    await promise;
    talker.send({ type: "IDENTIFY", name });
    talker.send({ type: "JOIN", channel: "#general" });
    await talker.hears({ type: "JOINED" });
    return talker;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  async hears(expected: object): Promise<void> {
    await expect
      .poll(() => [...this.#heard], { timeout: 20_000 })
      .toContainEqual(expect.objectContaining(expected));
  }

  get closed(): Promise<number> {
    return this.#closed.promise;
  }
}

/** The addresses that the server says. */
function addresses({ output }: TestServer): readonly string[] {
  return [...output.matchAll(/ws:\/\/[^\s,]+/g)].map(([url]) => url);
}

test("agents meet on both ports, and what they said is there after a crash", async () => {
  using folder = new Folder();
  const settings = { chat: { serverName: "ours" } };
  await using server = await TestServer.start(folder, { environment: ADMIN, settings });
  const [main = "", own = ""] = addresses(server);
  expect(main).toBe(`${server.url.replace("http", "ws")}/chat`);
  const [ann, bob] = [await Talker.enter(main, "ann"), await Talker.enter(own, "bob")];
  await ann.hears({ type: "WELCOME", server: "ours" });
  bob.send({ type: "MSG", to: "#general", content: "remember this" });
  await ann.hears({ type: "MSG", content: "remember this" });
  await server.kill();
  await Promise.all([ann.closed, bob.closed]);
  await server.restart();
  const cid = await Talker.enter(addresses(server)[1] ?? "", "cid");
  await cid.hears({ content: "remember this", replay: true });
  cid.send({ type: "ADMIN_LIST", admin_key: ADMIN.BAZAAR_CHAT_ADMIN_KEY });
  await cid.hears({ type: "ADMIN_RESULT", action: "list", entries: [] });
  const health = await fetch(`${server.url}/chat/health`);
  expect(await health.json()).toMatchObject({ server: "ours", agents: { connected: 1 } });
  expect(await server.terminate()).toBe(0);
  expect(await cid.closed).toBe(1_001);
});

test("without a port of its own, chat is below /chat only", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  expect(addresses(server)).toEqual([`${server.url.replace("http", "ws")}/chat`]);
});
