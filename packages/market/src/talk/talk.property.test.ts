/**
 * Any life of agents in one to three processes, over a bus that delays, loses and repeats messages,
 * and a store that fails: every member gets every line once and in one order, nothing is delivered to
 * a seat that has ended, and in the end all processes know the same agents.
 */
import { MemoryStore } from "@bazaar/store/memory";
import { START_MS, through } from "@bazaar/testkit";
import { type HeldSeat, TalkHost } from "@bazaar/testkit/conformance";
import fc from "fast-check";
import { expect, test } from "vitest";
import { TalkNetwork } from "../../test/talk-network.ts";
import type { Notes, NoteWrite } from "../ports/notes.ts";
import { StoreUnavailable } from "../ports/store.ts";

const CHANNELS = ["#general", "#help"] as const;
const AGENTS = ["ada", "bob", "eve", "pia"] as const;

const KINDS = [
  "enter",
  "enter",
  "leave",
  "join",
  "join",
  "part",
  "say",
  "say",
  "say",
  "end",
  "tell",
  "die",
  "wait",
  "wait long",
  "tick",
  "deliver",
  "deliver",
  "deliver",
  "deliver",
  "lose",
  "repeat",
  "fail",
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly host: number;
  readonly agent: (typeof AGENTS)[number];
  readonly channel: (typeof CHANNELS)[number];
  /** Between which processes something is delivered. */
  readonly way: number;
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    host: fc.nat({ max: 2 }),
    agent: fc.constantFrom(...AGENTS),
    channel: fc.constantFrom(...CHANNELS),
    way: fc.nat({ max: 5 }),
  }),
  { minLength: 1, maxLength: 200, size: "max" },
);

/** What one seat got of one channel, from its joining until it left. */
interface Stay {
  readonly channel: string;
  readonly snapshot: readonly string[];
  /** Where its deliveries begin and end in what the seat got. */
  readonly from: number;
  to: number | null;
}

interface Sitting {
  readonly id: string;
  readonly host: string;
  readonly seat: HeldSeat;
  readonly stays: Stay[];
}

class World {
  readonly network = new TalkNetwork();
  readonly store = new MemoryStore();
  readonly clock = { nowMs: START_MS };
  readonly hosts: { name: string; host: TalkHost }[] = [];
  readonly sittings: Sitting[] = [];
  /** All lines by channel, as they were stored. */
  readonly lines = new Map<string, string[]>(CHANNELS.map((channel) => [channel, []]));
  readonly #pending: Promise<unknown>[] = [];
  #fails = 0;
  #said = 0;
  #born = 0;

  async bear(): Promise<void> {
    this.#fails = 0;
    this.#born += 1;
    const name = `process ${this.#born}`;
    const bus = this.network.connect(name);
    const host = await TalkHost.open({
      notes: this.#notes(),
      bus,
      processId: name,
      clock: this.clock,
      replay: 200,
    });
    this.hosts.push({ name, host });
    // Nobody can miss a process of which nobody has ever heard.
    this.network.deliverAll();
  }

  async take({ kind, host: at, agent, channel, way }: Step): Promise<void> {
    const { name, host } = this.hosts[at % this.hosts.length]!;
    const sitting = this.sittings.find(
      ({ id, host, seat }) => id === agent && host === name && seat.endings.length === 0,
    );
    switch (kind) {
      case "enter": {
        this.sittings.push({ id: agent, host: name, seat: host.enter(agent), stays: [] });
        break;
      }
      case "leave":
        if (sitting === undefined) break;
        host.talk.leave(agent, sitting.seat);
        this.#forget(sitting);
        break;
      case "join": {
        const isIn = host.talk.isMember(channel, agent);
        if (sitting === undefined) break;
        const snapshot = host.talk.join(channel, agent)!;
        const from = sitting.seat.texts.length;
        if (!isIn) sitting.stays.push({ channel, snapshot, from, to: null });
        break;
      }
      case "part": {
        if (sitting === undefined) break;
        host.talk.part(channel, agent);
        for (const stay of sitting.stays) {
          if (stay.channel === channel) stay.to ??= sitting.seat.texts.length;
        }
        break;
      }
      case "say": {
        this.#said += 1;
        const said = host.say(`${channel} ${this.#said}`, channel);
        this.#pending.push(said.catch(expectUnavailable));
        break;
      }
      case "end":
        host.talk.end(agent, { type: "kicked", reason: "test" });
        break;
      case "tell":
        this.#said += 1;
        host.talk.tell(channel, { text: `told ${this.#said}` });
        break;
      case "die":
        if (this.hosts.length === 1) break;
        await this.#kill(at % this.hosts.length);
        break;
      case "wait":
        this.clock.nowMs += 700;
        break;
      case "wait long":
        this.clock.nowMs += 6_000;
        break;
      case "tick":
        await host.talk.tick().catch(expectUnavailable);
        break;
      case "deliver":
        for (let times = 0; times < 3; times += 1) this.network.deliver(way);
        break;
      case "lose":
        this.network.deliver(way, 0);
        break;
      case "repeat":
        this.network.deliver(way, 2);
        break;
      case "fail":
        this.#fails += 1;
        break;
    }
    // Some of what waits for the store goes on.
    await Promise.resolve();
  }

  /** The bus and the store work again, and time goes on until nothing more happens. */
  async heal(): Promise<void> {
    this.#fails = 0;
    for (let second = 0; second < 30; second += 1) {
      for (const { host } of this.hosts) await host.talk.tick();
      await Promise.all(this.#pending);
      this.network.deliverAll();
      await new Promise((resolve) => setImmediate(resolve));
      this.clock.nowMs += 1_000;
    }
  }

  live(): readonly Sitting[] {
    const names = this.hosts.map(({ name }) => name);
    return this.sittings.filter(
      ({ seat, host }) => seat.endings.length === 0 && names.includes(host),
    );
  }

  async #kill(at: number): Promise<void> {
    const [dead] = this.hosts.splice(at, 1);
    this.network.cutOff(dead!.name);
    dead!.host.talk[Symbol.dispose]();
    if (this.#born < 6) await this.bear();
  }

  #forget(sitting: Sitting): void {
    // As after an end: any delivery to it now fails the test.
    sitting.seat.endings.push({ ending: { type: "kicked", reason: "left" }, channels: [] });
  }

  /** Records what is stored; a call may fail before its effect or after it. */
  #notes(): Notes {
    return through<Notes>(this.store.notes, async (name, call, input) => {
      await Promise.resolve();
      const fails = this.#fails > 0;
      if (fails) this.#fails -= 1;
      if (fails && this.#fails % 2 === 0) throw new StoreUnavailable("before");
      const answer = await call();
      const writes = name === "write" && answer === true ? input : [];
      for (const write of writes as readonly NoteWrite[]) {
        if (write.space !== "chat-line") continue;
        const { no, frame } = JSON.parse(write.to!) as { no: number; frame: string };
        this.lines.get(write.key.split("/")[0]!)![no - 1] = frame;
      }
      if (fails) throw new StoreUnavailable("after");
      return answer;
    });
  }
}

function expectUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error;
}

/** Each line once, in the order of the store, from the end of the snapshot on. */
function expectNoLineMissed(world: World, sitting: Sitting): void {
  const isLive = world.live().includes(sitting);
  for (const { channel, snapshot, from, to } of sitting.stays) {
    const lines = world.lines.get(channel)!;
    expect(snapshot).toEqual(lines.slice(0, snapshot.length));
    const stay = sitting.seat.texts.slice(from, to ?? undefined);
    const got = stay.filter((text) => text.startsWith(channel));
    const rest = lines.slice(snapshot.length);
    expect(got).toEqual(isLive && to === null ? rest : rest.slice(0, got.length));
  }
}

function expectNothingTwice({ seat }: Sitting): void {
  expect(new Set(seat.texts).size).toBe(seat.texts.length);
}

test("whatever is lost, every member gets every line once, and all processes agree", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (taken, processes) => {
      const world = new World();
      for (let at = 0; at < processes; at += 1) await world.bear();
      for (const step of taken) await world.take(step);
      await world.heal();
      for (const sitting of world.sittings) {
        expectNoLineMissed(world, sitting);
        expectNothingTwice(sitting);
      }
      const live = world.live();
      const ids = live.map(({ id }) => id).sort();
      for (const { host } of world.hosts) {
        expect([...host.talk.agents()].map(({ id }) => id).sort()).toEqual(ids);
        for (const channel of CHANNELS) {
          const inside = live.filter(({ stays }) =>
            stays.some((stay) => stay.channel === channel && stay.to === null),
          );
          const expected = inside.map(({ id }) => id).sort();
          expect([...host.memberIds(channel)].sort()).toEqual(expected);
        }
        expect(host.problems).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});
