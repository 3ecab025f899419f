import { setImmediate } from "node:timers/promises";
import { MemoryBus, MemoryStore } from "@bazaar/store/memory";
import { START_MS, through } from "@bazaar/testkit";
import { agentNamed, HeldSeat, TalkHost } from "@bazaar/testkit/conformance";
import { expect, test } from "vitest";
import { TalkNetwork } from "../../test/talk-network.ts";
import type { Bus } from "../ports/bus.ts";
import type { Notes, NoteWrite } from "../ports/notes.ts";
import { StoreUnavailable } from "../ports/store.ts";
import { type Message, messageText, type News } from "./news.ts";
import { MAX_WAITING } from "./store-lane.ts";

/** Processes of one market on one machine, whose store may fail. */
class Scene {
  readonly bus = new MemoryBus();
  readonly store = new MemoryStore();
  readonly clock = { nowMs: START_MS };
  failing: ((name: string, input: readonly unknown[]) => boolean) | null = null;
  /** Until then no call has an effect. */
  standing: Promise<void> | null = null;
  #opened = 0;

  open({ bus = this.bus.connect(), replay = 20 }: { bus?: Bus; replay?: number } = {}) {
    this.#opened += 1;
    const processId = `process ${this.#opened}`;
    return TalkHost.open({ notes: this.#notes(), bus, processId, clock: this.clock, replay });
  }

  /** All these processes, once a second. */
  async pass(seconds: number, ...hosts: readonly TalkHost[]): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      this.clock.nowMs += 1_000;
      for (const { talk } of hosts) await talk.tick();
    }
  }

  #notes(): Notes {
    return through<Notes>(this.store.notes, async (name, call, input) => {
      await this.standing;
      if (this.failing?.(name, input) === true) throw new StoreUnavailable("the disk is full");
      return call();
    });
  }
}

test("a restart finds lines, channels and tables again", async () => {
  const scene = new Scene();
  const before = await scene.open();
  await before.talk.create("#mine", "ada");
  await before.talk.invite("#mine", "ada");
  for (const text of ["one", "two"]) await before.say(text, "#mine");
  await before.talk.banned.set("eve", { reason: "spam", bannedAtMs: 1 });
  const after = await scene.open();
  expect(after.talk.channel("#mine")).toEqual({ name: "#mine", isInviteOnly: true, size: 0 });
  expect(after.talk.isInvited("#mine", "ada")).toBe(true);
  after.enter("ada");
  expect(after.talk.join("#mine", "ada")).toEqual(["one", "two"]);
  expect(after.talk.banned.get("eve")?.reason).toBe("spam");
});

test("long lines push out older ones, and a channel goes on", async () => {
  const scene = new Scene();
  const host = await scene.open();
  const usual = Array.from({ length: 70 }, (_, no) => `${no}`.padEnd(4_096, "-"));
  for (const text of usual) await host.say(text);
  host.enter("ada");
  expect(host.talk.join("#general", "ada")).toEqual(usual.slice(-20));
  const long = Array.from({ length: 70 }, (_, no) => `${no}`.padEnd(30_000, "-"));
  for (const text of long) await host.say(text);
  expect(host.talk.join("#general", "ada")).toEqual(long.slice(-9));
  const again = await scene.open();
  again.enter("bob");
  expect(again.talk.join("#general", "bob")).toEqual(long.slice(-9));
  for (const text of usual) await again.say(text);
  expect(again.talk.join("#general", "bob")).toEqual(usual.slice(-20));
});

test("only so many lines are replayed as are set, whatever was set before", async () => {
  const scene = new Scene();
  for (const replay of [200, 3, 0, 50]) {
    const host = await scene.open({ replay });
    const said = host.talk.lastLine("#general")!.no;
    for (let line = 1; line <= 60; line += 1) await host.say(`${said + line}`);
    host.enter("ada");
    const last = Array.from({ length: 60 }, (_, at) => `${said + at + 1}`);
    expect(host.talk.join("#general", "ada")).toEqual(replay === 0 ? [] : last.slice(-replay));
    expect(host.problems).toEqual([]);
  }
});

test("joining again gives the lines again and delivers nothing twice", async () => {
  const host = await new Scene().open();
  const ada = host.seat("ada");
  await host.say("one");
  expect(host.talk.join("#general", "ada")).toEqual(["one"]);
  await host.say("two");
  expect(ada.texts).toEqual(["one", "two"]);
  expect(host.memberIds()).toEqual(["ada"]);
});

test("a seat that ends while a frame is delivered to others gets nothing more", async () => {
  const host = await new Scene().open();
  const ended = new HeldSeat();
  host.talk.enter(
    agentNamed("ada"),
    seatThat(() => host.talk.end("bob", KICK)),
    null,
  );
  host.talk.enter(agentNamed("bob"), ended, null);
  const last = new HeldSeat();
  host.talk.enter(agentNamed("eve"), last, null);
  for (const id of ["ada", "bob", "eve"]) host.talk.join("#general", id);
  host.talk.tell("#general", { text: "hello" });
  expect(ended.texts).toEqual([]);
  expect(ended.endings).toHaveLength(1);
  expect(last.texts).toEqual(["hello"]);
});

test("all seats of a process get the same frame", async () => {
  const scene = new Scene();
  const [first, second] = [await scene.open(), await scene.open()];
  const seats = [first.seat("ada"), first.seat("bob"), second.seat("eve"), second.seat("pia")];
  const frame = { text: "hello" };
  await first.talk.say("#general", frame);
  expect(seats[0]!.frames[0]).toBe(frame);
  expect(seats[1]!.frames[0]).toBe(frame);
  expect(seats[3]!.frames[0]).toBe(seats[2]!.frames[0]);
});

test("lines that wait for the store are stored together, and delivered in their order", async () => {
  const scene = new Scene();
  const host = await scene.open();
  const seat = host.seat("ada");
  const writes: number[] = [];
  scene.failing = (name, input) => {
    if (name === "write") writes.push(input.length);
    return false;
  };
  const texts = Array.from({ length: 20 }, (_, at) => `${at}`);
  const said = await Promise.all(texts.map((text) => host.say(text)));
  expect(said).toEqual(texts.map(() => true));
  expect(seat.texts).toEqual(texts);
  expect(writes).toEqual([1, 16, 3]);
});

test("of lines that wait, one that should break the silence is said only if it is the first", async () => {
  const host = await new Scene().open();
  const seat = host.seat("ada");
  const breakSilence = (afterNo: number) =>
    host.talk.sayAfter("#general", afterNo, { text: `after ${afterNo}` });
  const answers = [host.say("one"), breakSilence(1), breakSilence(1), host.say("two")];
  expect(await Promise.all(answers)).toEqual([true, true, false, true]);
  expect(seat.texts).toEqual(["one", "after 1", "two"]);
});

test("if lines that wait cannot be stored, all who said them are told, and none is delivered", async () => {
  const scene = new Scene();
  const host = await scene.open();
  const seat = host.seat("ada");
  scene.failing = (name) => name === "write";
  const lost = await Promise.allSettled(["one", "two", "three"].map((text) => host.say(text)));
  expect(lost.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  scene.failing = null;
  await host.say("four");
  expect(seat.texts).toEqual(["four"]);
});

test("lines that are heard in another order are delivered in theirs", async () => {
  const scene = new Scene();
  const network = new TalkNetwork();
  const hosts: TalkHost[] = [];
  for (const name of ["a", "b", "c"]) {
    hosts.push(await scene.open({ bus: network.connect(name) }));
    network.deliverAll();
  }
  const [a, b, c] = hosts;
  const seat = c!.seat("ada");
  network.deliverAll();
  await scene.pass(1, ...hosts);
  await a!.say("one");
  await b!.say("two");
  network.deliverFrom("b", "c");
  await expect.poll(() => seat.texts).toEqual(["one", "two"]);
  network.deliverAll();
  await a!.say("three");
  network.deliverAll();
  expect(seat.texts).toEqual(["one", "two", "three"]);
});

test("the agents of a dead process are reported once, with the channels they were in", async () => {
  const scene = new Scene();
  const network = new TalkNetwork();
  const dying = await scene.open({ bus: network.connect("dying") });
  const other = await scene.open({ bus: network.connect("other") });
  dying.seat("ada");
  dying.seat("bob");
  dying.seat("pia");
  dying.enter("eve");
  network.deliverAll();
  network.cutOff("dying");
  // They connect again before anybody has noticed.
  other.enter("bob");
  other.seat("pia");
  await scene.pass(9, other);
  expect(other.vanished).toEqual([]);
  await scene.pass(3, other);
  expect(other.vanished).toEqual([
    { agent: agentNamed("ada"), channels: ["#general"] },
    { agent: agentNamed("bob"), channels: ["#general"] },
    { agent: agentNamed("eve"), channels: [] },
  ]);
  expect([...other.talk.agents()].map(({ id }) => id)).toEqual(["bob", "pia"]);
  await scene.pass(20, other);
  expect(other.vanished).toHaveLength(3);
});

test("a process that was stopped does not take the others for dead", async () => {
  const scene = new Scene();
  const [stopped, other] = [await scene.open(), await scene.open()];
  other.seat("ada");
  await scene.pass(4, stopped, other);
  scene.clock.nowMs += 60_000;
  await stopped.talk.tick();
  await scene.pass(4, stopped, other);
  expect(stopped.vanished).toEqual([]);
  expect(stopped.memberIds()).toEqual(["ada"]);
});

test("a ban that is not heard of is carried out later", async () => {
  const scene = new Scene();
  const network = new TalkNetwork();
  const here = await scene.open({ bus: network.connect("here") });
  const there = await scene.open({ bus: network.connect("there") });
  const ada = here.seat("ada");
  network.deliverAll();
  await there.talk.banned.set("ada", { reason: "spam", bannedAtMs: 1 });
  there.talk.end("ada", { type: "banned", reason: "spam" });
  for (let lost = 0; lost < 2; lost += 1) network.deliver(0, 0);
  await scene.pass(3, there);
  network.deliverAll();
  await scene.pass(1, here);
  const ending = { type: "banned", reason: "spam" };
  expect(ada.endings).toEqual([{ ending, channels: ["#general"] }]);
});

test("what is not stored is not said", async () => {
  const scene = new Scene();
  const host = await scene.open();
  const ada = host.seat("ada");
  scene.failing = (name) => name === "write";
  await expect(host.say("lost")).rejects.toThrow(StoreUnavailable);
  await expect(host.talk.create("#mine", null)).rejects.toThrow(StoreUnavailable);
  const ban = { reason: "spam", bannedAtMs: 1 };
  await expect(host.talk.banned.set("eve", ban)).rejects.toThrow(StoreUnavailable);
  scene.failing = null;
  expect(host.talk.channel("#mine")).toBeNull();
  expect(host.talk.banned.get("eve")).toBeUndefined();
  await host.say("said");
  expect(ada.texts).toEqual(["said"]);
});

test("while the store stands still only so much waits for it, and is said later", async () => {
  const scene = new Scene();
  const host = await scene.open();
  const ada = host.seat("ada");
  const { promise, resolve } = Promise.withResolvers<void>();
  scene.standing = promise;
  // The first one is already being stored.
  const said = Array.from({ length: 1 + MAX_WAITING }, (_, line) => host.say(`${line}`));
  await expect(host.say("too much")).rejects.toThrow(StoreUnavailable);
  const set = host.talk.keys.set("ada", { keyText: "a key", seenAtMs: 1 });
  resolve();
  await Promise.all([...said, set]);
  await host.say("later");
  expect(ada.texts).toEqual([...said.keys(), "later"].map(String));
});

test("a market whose store cannot be read does not open", async () => {
  const scene = new Scene();
  let listeners = 0;
  const bus: Bus = {
    publish: () => {},
    subscribe: () => {
      listeners += 1;
      return () => {
        listeners -= 1;
      };
    },
  };
  scene.failing = (name) => name === "list";
  await expect(scene.open({ bus })).rejects.toThrow(StoreUnavailable);
  expect(listeners).toBe(0);
});

test("what could not be read is read at a later tick", async () => {
  const scene = new Scene();
  const [here, there] = [await scene.open(), await scene.open()];
  scene.failing = (name) => name === "get";
  await there.talk.create("#mine", null);
  await there.say("one", "#mine");
  await there.talk.keys.set("ada", { keyText: "a key", seenAtMs: 1 });
  expect(here.talk.channel("#mine")).toBeNull();
  scene.failing = null;
  await here.talk.tick();
  here.enter("ada");
  expect(here.talk.join("#mine", "ada")).toEqual(["one"]);
  expect(here.talk.keys.get("ada")?.keyText).toBe("a key");
});

test("beyond the maximum the empty channel that was idle the longest makes way", async () => {
  const scene = new Scene();
  const [host, other] = [await scene.open(), await scene.open()];
  for (let at = 1; at <= 500; at += 1) {
    scene.clock.nowMs += 1;
    expect(await host.talk.create(`#${at}`, null)).toBe("created");
  }
  await host.say("secret", "#2");
  scene.clock.nowMs += 1;
  await host.say("still used", "#1");
  other.seat("ada", "#3");
  expect(await host.talk.create("#501", null)).toBe("created");
  expect(host.talk.channel("#4")).toBeNull();
  await expect.poll(() => other.talk.channel("#4")).toBeNull();
  for (let at = 1; at <= 501; at += 1) host.seat(`a${at}`, `#${at}`);
  expect(await host.talk.create("#502", null)).toBe("too_many");
  // A later channel of this name has nothing of the earlier one, even if its lines are still there.
  host.talk.part("#2", "a2");
  scene.clock.nowMs += 1;
  scene.failing = (_, [write]) => isRemovedLine(write);
  await expect(host.talk.create("#502", null)).rejects.toThrow(StoreUnavailable);
  scene.failing = null;
  expect(host.talk.channel("#2")).toBeNull();
  await expect.poll(() => other.talk.channel("#2")).toBeNull();
  expect(await other.talk.create("#2", "ada")).toBe("created");
  expect(other.talk.join("#2", "ada")).toEqual([]);
  await other.say("new", "#2");
  const late = await scene.open();
  late.enter("pia");
  expect(late.talk.join("#2", "pia")).toEqual(["new"]);
  // The lines of a channel that makes way go with it.
  host.talk.part("#1", "a1");
  expect(await host.talk.create("#503", null)).toBe("created");
  const ring = { space: "chat-line", prefix: "#1/", after: null, limit: 100 };
  expect(await scene.store.notes.list(ring)).toEqual([]);
});

test("a line is one write, and nobody is told of what concerns nobody else", async () => {
  const scene = new Scene();
  const calls: string[] = [];
  const host = await scene.open();
  const heard: string[] = [];
  scene.bus.connect().subscribe((message) => heard.push(message));
  scene.failing = (name) => {
    calls.push(name);
    return false;
  };
  for (let line = 1; line <= 100; line += 1) await host.say(`${line}`);
  expect(calls).toEqual(Array(100).fill("write"));
  host.seat("ada");
  const before = heard.length;
  host.talk.tell("#general", { text: "hello" });
  host.talk.tellHere("#general", { text: "hello" });
  host.talk.send("ada", { text: "hello" });
  expect(heard.length).toBe(before);
});

test("a channel that another process removes has no members any more", async () => {
  const scene = new Scene();
  const network = new TalkNetwork();
  const here = await scene.open({ bus: network.connect("here") });
  const there = await scene.open({ bus: network.connect("there") });
  for (let at = 1; at <= 500; at += 1) await there.talk.create(`#${at}`, null);
  network.deliverAll();
  await expect.poll(() => here.talk.channel("#500")).not.toBeNull();
  const ada = here.seat("ada", "#1");
  expect(await there.talk.create("#501", null)).toBe("created");
  network.deliverAll();
  await expect.poll(() => here.talk.channel("#1")).toBeNull();
  expect(here.talk.channelsOf("ada")).toEqual([]);
  network.deliverAll();
  expect(there.talk.members("#1")).toEqual([]);
  expect(await here.say("gone", "#1")).toBe(false);
  expect(ada.texts).toEqual([]);
});

test("only as many are invited as a note holds; the first make way", async () => {
  const host = await new Scene().open();
  await host.talk.create("#mine", "ada");
  for (let at = 0; at <= 500; at += 1) await host.talk.invite("#mine", `agent ${at}`);
  expect(host.talk.isInvited("#mine", "agent 0")).toBe(false);
  expect(host.talk.isInvited("#mine", "agent 1")).toBe(true);
  expect(host.talk.isInvited("#mine", "agent 500")).toBe(true);
});

test("names that no store can tell apart are a bug", async () => {
  const host = await new Scene().open();
  for (const name of ["mine", "#", "#a/b", "#a b", "#é", "#a\n", `#${"a".repeat(101)}`]) {
    await expect(host.talk.create(name, null)).rejects.toThrow("is not a name of a channel");
  }
  expect(await host.talk.create(`#${"~".repeat(100)}`, null)).toBe("created");
});

test("messages that make no sense disturb nobody, and are reported once", async () => {
  const scene = new Scene();
  const bus = scene.bus.connect();
  const host = await scene.open();
  const ada = host.seat("ada");
  const wrong = ["", "null", "{", "{}", "x".repeat(5_000_000), '{"process":"p","no":1}'];
  for (const message of wrong) bus.publish(message);
  expect(host.problems).toHaveLength(1);
  await host.talk.tick();
  expect(host.problems[1]).toBe("6 malformed messages");
  let no = 0;
  const send = (news: News) => {
    no += 1;
    const message: Message = { process: "p", no, news };
    bus.publish(messageText(message));
  };
  send({ type: "gone", id: "ada" });
  send({ type: "roster", sinceNo: 1, ids: [] });
  send({ type: "end", id: "nobody", ending: { type: "kicked", reason: "x" } });
  send({ type: "frame", to: { id: "nobody" }, text: "x" });
  send({ type: "frame", to: { channels: ["#nowhere", "#help"], except: null }, text: "x" });
  send({ type: "line", channel: "#nowhere", no: 1, text: "x" });
  send({ type: "line", channel: "#general", no: 9, text: "never stored" });
  send({ type: "note", space: "nonces", key: "x" });
  send({ type: "note", space: "chat-key", key: "nobody" });
  await host.talk.tick();
  await host.say("said");
  expect(ada.texts).toEqual(["said"]);
  expect(host.memberIds()).toEqual(["ada"]);
});

test("a process cannot make this one remember endless others", async () => {
  const scene = new Scene();
  const bus = scene.bus.connect();
  const host = await scene.open();
  const claim = { channels: [], sinceMs: 1, address: null };
  for (let at = 1; at <= 300; at += 1) {
    const agent = agentNamed(`agent ${at}`);
    const news: News = { type: "here", claims: [{ ...claim, agent }] };
    bus.publish(messageText({ process: `p${at}`, no: 1, news }));
  }
  expect([...host.talk.agents()]).toHaveLength(256);
  expect(host.problems[0]).toMatch("more than 256 processes");
});

test("a damaged line is reported, and its place is used again", async () => {
  const scene = new Scene();
  const before = await scene.open();
  for (let line = 1; line <= 72; line += 1) await before.say(`${line}`);
  const space = "chat-line";
  const key = "#general/009";
  const from = await scene.store.notes.get(space, key);
  await scene.store.notes.write({ space, key, from, to: '{"no":73.5}' });
  const host = await scene.open();
  expect(host.problems).toHaveLength(1);
  await host.say("73");
  host.enter("ada");
  expect(host.talk.join("#general", "ada")?.at(-1)).toBe("73");
  expect(JSON.parse((await scene.store.notes.get(space, key))!).frame).toBe("73");
});

function isRemovedLine(write: unknown): boolean {
  const { space, to } = write as NoteWrite;
  return space === "chat-line" && to === null;
}

const KICK = { type: "kicked", reason: "test" } as const;

function seatThat(onDelivery: () => void) {
  return { deliver: onDelivery, end: () => {} };
}

test("what is still being read when the market closes its store is forgotten", async () => {
  const scene = new Scene();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isClosed = false;
  const notes = through<Notes>(scene.store.notes, async (name, call) => {
    if (name === "get") await promise;
    if (isClosed) throw new Error("the database is not open");
    return call();
  });
  const bus = scene.bus.connect();
  const closing = await TalkHost.open({ notes, bus, processId: "closing", clock: scene.clock });
  const other = await scene.open();
  await other.talk.banned.set("eve", { reason: "spam", bannedAtMs: 1 });
  closing.talk[Symbol.dispose]();
  isClosed = true;
  resolve();
  // An error that nobody handles fails this run.
  await setImmediate();
  expect(closing.talk.banned.get("eve")).toBeUndefined();
});
