import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ChatClient, type ChatEvent } from "@bazaar/doors/chat/connect";
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { eventually } from "./life.ts";
import { COMPILED, Folder, TestServer } from "./server.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
const ROOM = "#general";

/** An agent in this process, and the lines of other agents that it was given, and its own. */
class Person implements AsyncDisposable {
  readonly client: ChatClient;
  readonly events: ChatEvent[] = [];

  constructor(url: string, name: string) {
    this.client = ChatClient.open({ url, name, signer: generateSigner() });
    this.client.listen((event) => this.events.push(event));
  }

  static async enter(url: string, name: string): Promise<Person> {
    const person = new Person(url, name);
    await person.client.connected();
    await person.client.join(ROOM);
    return person;
  }

  get lines(): readonly string[] {
    return this.events.flatMap((event) =>
      event.type === "message" && event.message.from !== "@server" ? [event.message.content] : [],
    );
  }

  /** Resolves when the next event makes it true. */
  async until(isTrue: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    using _ = this.client.listen(() => {
      if (isTrue()) resolve();
    });
    if (isTrue()) resolve();
    await promise;
  }

  async say(content: string): Promise<string> {
    const said = await this.client.say({ to: ROOM, content });
    return said.ok ? "said" : said.problem.code;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.client.close();
  }
}

type Step = Readonly<Record<string, string>>;

/** `bazaar chat daemon` in a directory of a folder. */
class Daemon implements AsyncDisposable {
  readonly steps: Step[] = [];
  readonly ended: Promise<number | null>;
  errors = "";
  readonly #child;
  #onStep: () => void = () => undefined;

  constructor(folder: Folder, url: string, { dir = "daemon", key = "daemon.key" } = {}) {
    const args = ["--dir", folder.at(dir), "--key", folder.at(key), "--json"];
    this.#child = spawn(process.execPath, [MAIN, "chat", "daemon", url, ...args], {
      cwd: folder.path,
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.ended = once(this.#child, "close").then(([code]) => code);
    createInterface(this.#child.stdout).on("line", (line) => {
      this.steps.push(JSON.parse(line));
      this.#onStep();
    });
    this.#child.stderr.on("data", (chunk) => {
      this.errors += chunk;
    });
  }

  /** Until it has said so. */
  async until(step: string, facts: Step = {}): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = (): void => {
      const found = this.steps.some(
        (each) => each.step === step && Object.entries(facts).every(([k, v]) => each[k] === v),
      );
      if (found) resolve();
    };
    this.#onStep = look;
    look();
    void this.ended.then(() => reject(new Error(`it ended before "${step}": ${this.errors}`)));
    await promise;
  }

  signal(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.signal("SIGKILL");
  }
}

function inboxOf(folder: Folder, dir = "daemon"): readonly string[] {
  const text = readFileSync(join(folder.at(dir), "inbox.jsonl"), "utf8");
  expect(text.endsWith("\n")).toBe(true);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines.flatMap(({ type, from, content }) =>
    type === "message" && from !== "@server" ? [content] : [],
  );
}

test("over kill -9 of the server, every acknowledged line arrives once", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using ada = await Person.enter(server.url, "ada");
  await using ben = await Person.enter(server.url, "ben");
  const acknowledged: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    const whole = `round ${round}`;
    expect(await ada.say(whole)).toBe("said");
    const half = `killed in round ${round}`;
    const saying = ada.say(half);
    await server.kill();
    acknowledged.push(whole, ...((await saying) === "said" ? [half] : []));
    await server.restart();
    await Promise.all([ada, ben].map((one) => one.until(() => one.client.me !== null)));
  }
  expect(await ada.say("last")).toBe("said");
  for (const each of [ada, ben]) {
    await each.until(() => each.lines.includes("last"));
    expect(each.lines).toEqual([...new Set(each.lines)]);
    expect(each.lines).toEqual(expect.arrayContaining([...acknowledged, "last"]));
    expect(each.events.map(({ type }) => type)).not.toContain("gap");
  }
});

test("a second process with the same key takes over, and the first one ends and says why", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using first = new Daemon(folder, server.url, { dir: "first" });
  await first.until("joined", { channel: ROOM });
  await using second = new Daemon(folder, server.url, { dir: "second" });
  await second.until("joined", { channel: ROOM });
  expect(await first.ended).toBe(1);
  expect(first.steps.at(-1)).toEqual({ step: "ended", because: "displaced" });

  await using ben = await Person.enter(server.url, "ben");
  expect(await ben.say("hello")).toBe("said");
  await second.until("received", { content: "hello" });
  expect(await second.signal("SIGTERM")).toBe(0);
});

test("over kill -9 of the daemon, each line of the outbox is sent once, and each that arrived is in the inbox once", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using ben = await Person.enter(server.url, "ben");
  const outbox = join(folder.at("daemon"), "outbox.jsonl");
  const toSend = Array.from({ length: 6 }, (_, at) => `line ${at}`);
  const said: string[] = [];
  {
    await using daemon = new Daemon(folder, server.url);
    await daemon.until("joined", { channel: ROOM });
    const refused = new Daemon(folder, server.url, { key: "other.key" });
    expect(await refused.ended).not.toBe(0);
    expect(refused.errors).toContain("another daemon uses this directory");
    for (const content of toSend) {
      appendFileSync(outbox, `${JSON.stringify({ to: ROOM, content })}\n`);
    }
    appendFileSync(outbox, 'not JSON\n{"to": "#general", "content": "not who');
    await ben.until(() => ben.lines.includes("line 0"));
  }
  for (const content of ["line 2", "line 3"]) {
    said.push(`before ${content}`);
    expect(await ben.say(`before ${content}`)).toBe("said");
    await using _ = new Daemon(folder, server.url);
    // It is killed as soon as somebody has seen the line, before it can know that it was taken.
    await ben.until(() => ben.lines.includes(content));
  }
  await using daemon = new Daemon(folder, server.url);
  await daemon.until("refused", { because: "it is not JSON" });
  appendFileSync(outbox, 'le"}\n');
  await daemon.until("sent", { content: "not whole" });
  said.push("after");
  expect(await ben.say("after")).toBe("said");
  await daemon.until("received", { content: "after" });
  expect(await daemon.signal("SIGTERM")).toBe(0);

  const sent = ben.lines.filter((line) => !said.includes(line));
  expect(sent).toEqual([...toSend, "not whole"]);
  expect(inboxOf(folder)).toEqual(said);
  const modes = ["", "inbox.jsonl", "outbox.state.json"].map(
    (name) => statSync(join(folder.at("daemon"), name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600, 0o600]);
});

test("a daemon that finds no server says so, and ends in order", async () => {
  using folder = new Folder();
  await using daemon = new Daemon(folder, "ws://127.0.0.1:1");
  await daemon.until("disconnected", { because: "the connection was refused" });
  expect(await daemon.signal("SIGTERM")).toBe(0);
  expect(new Set(daemon.steps.map(({ step }) => step))).toEqual(new Set(["disconnected"]));
});

test("what is written to the outbox while there is no server is sent when there is one", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  await using daemon = new Daemon(folder, server.url);
  await daemon.until("joined", { channel: ROOM });
  await server.kill();
  await daemon.until("disconnected");
  const outbox = join(folder.at("daemon"), "outbox.jsonl");
  appendFileSync(outbox, `${JSON.stringify({ to: ROOM, content: "hello" })}\n`);
  await server.restart();
  await daemon.until("sent", { content: "hello" });
  await using ben = await Person.enter(server.url, "ben");
  const lines = await eventually(
    async () => ben.lines,
    (found) => found.length > 0,
  );
  expect(lines).toEqual(["hello"]);
});
