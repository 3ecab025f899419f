/**
 * What holds for agents that talk, in one process and in several that share a store and a bus: what a
 * bus and a store must be good enough for.
 */
import type { Bus, Notes } from "@bazaar/market/ports";
import { describe, expect, test } from "vitest";
import { agentNamed, HeldSeat, TalkHost } from "./talkers.ts";

export interface TalkUnderTest {
  /** One for each process. */
  readonly processes: readonly { readonly notes: Notes; readonly bus: Bus }[];
  readonly close?: () => Promise<void>;
}

type MakeTalk = (processes: number) => Promise<TalkUnderTest>;

/** Hosts, and the last of them, which is the first where there is only one. */
type Body = (first: TalkHost, last: TalkHost, hosts: readonly TalkHost[]) => Promise<void>;

export function talkConformance(name: string, makeTalk: MakeTalk): void {
  describe.each([1, 2, 3])(`${name}, talking in %d processes`, (processes) => {
    const claim = (words: string, body: Body): void => {
      test(words, async () => {
        const made = await makeTalk(processes);
        const hosts: TalkHost[] = [];
        try {
          for (const [at, needs] of made.processes.entries()) {
            hosts.push(await TalkHost.open({ ...needs, processId: `process ${at}` }));
          }
          const [first, last] = [hosts[0], hosts.at(-1)];
          if (first === undefined || last === undefined) throw new Error("no process");
          await body(first, last, hosts);
          expect(hosts.flatMap(({ problems }) => problems)).toEqual([]);
        } finally {
          for (const { talk } of hosts) talk[Symbol.dispose]();
          await made.close?.();
        }
      });
    };
    presenceClaims(claim);
    channelClaims(claim);
    tableClaims(claim);
  });
}

type Claim = (words: string, body: Body) => void;

function presenceClaims(claim: Claim): void {
  claim("an agent is known everywhere from its coming to its going", async (first, last) => {
    const seat = first.enter("ada");
    await expect.poll(() => last.talk.agent("ada")).toEqual(agentNamed("ada"));
    expect(first.talk.show("ada", { name: "Ada", presence: "busy" }).name).toBe("Ada");
    const shown = { ...agentNamed("ada"), name: "Ada", presence: "busy" };
    await expect.poll(() => [...last.talk.agents()]).toEqual([shown]);
    expect(first.talk.leave("ada", seat)).toEqual([]);
    expect(first.talk.leave("ada", seat)).toBeNull();
    await expect.poll(() => last.talk.agent("ada")).toBeNull();
  });

  claim("a later connection of the same agent displaces the earlier one", async (first, last) => {
    const earlier = first.seat("ada");
    await expect.poll(() => last.memberIds()).toEqual(["ada"]);
    const later = last.enter("ada", "10.0.0.2");
    const ending = { type: "displaced", address: "10.0.0.2" };
    await expect.poll(() => earlier.endings).toEqual([{ ending, channels: ["#general"] }]);
    expect(first.talk.leave("ada", earlier)).toBeNull();
    await expect.poll(() => first.memberIds()).toEqual([]);
    expect(last.talk.leave("ada", later)).toEqual([]);
    await expect.poll(() => first.talk.agent("ada")).toBeNull();
    expect(later.endings).toEqual([]);
  });

  claim("an agent can be removed from any process", async (first, last) => {
    const seat = first.seat("ada");
    await expect.poll(() => last.talk.agent("ada")).not.toBeNull();
    const ending = { type: "kicked", reason: "spam" } as const;
    expect(last.talk.end("ada", ending)).toBe(true);
    await expect.poll(() => seat.endings).toEqual([{ ending, channels: ["#general"] }]);
    await expect.poll(() => last.talk.end("ada", ending)).toBe(false);
  });

  claim("a frame reaches one agent, a channel, or all who share one", async (first, last) => {
    const [ada, bob] = [first.seat("ada"), last.seat("bob")];
    const eve = last.enter("eve");
    await expect.poll(() => first.memberIds().length).toBe(2);
    await expect.poll(() => last.memberIds().length).toBe(2);
    expect(first.talk.send("bob", { text: "to bob" })).toBe(true);
    expect(first.talk.send("nobody", { text: "lost" })).toBe(false);
    first.talk.tell("#general", { text: "to all" });
    first.talk.tell("#general", { text: "to others" }, "ada");
    first.talk.join("#help", "ada");
    last.talk.join("#help", "bob");
    await expect.poll(() => first.talk.channelsOf("bob")).toEqual(["#general", "#help"]);
    first.talk.tellAround("ada", { text: "once" });
    await expect.poll(() => bob.texts).toEqual(["to bob", "to all", "to others", "once"]);
    expect(ada.texts).toEqual(["to all"]);
    expect(eve.texts).toEqual([]);
  });
}

function channelClaims(claim: Claim): void {
  claim("a line reaches every member once, and those who come later", async (first, last) => {
    const [ada, bob] = [first.seat("ada"), last.seat("bob")];
    expect(await first.say("one")).toBe(true);
    await expect.poll(() => bob.texts).toEqual(["one"]);
    await last.say("two");
    await expect.poll(() => ada.texts).toEqual(["one", "two"]);
    expect(bob.texts).toEqual(["one", "two"]);
    const eve = new HeldSeat();
    first.talk.enter(agentNamed("eve"), eve, null);
    expect(first.talk.join("#general", "eve")).toEqual(["one", "two"]);
    await last.say("three");
    await expect.poll(() => eve.texts).toEqual(["three"]);
    expect(first.talk.part("#general", "eve")).toBe(true);
    expect(first.talk.part("#general", "eve")).toBe(false);
    await first.say("four");
    expect(eve.texts).toEqual(["three"]);
    expect(await first.say("nowhere", "#nowhere")).toBe(false);
  });

  claim("what all processes say at once has one order", async (first, last, hosts) => {
    const seats = hosts.map((host, at) => host.seat(`agent ${at}`));
    const sayings = hosts.flatMap((host, at) =>
      Array.from({ length: 20 }, (_, line) => host.say(`${at}: ${line}`)),
    );
    expect((await Promise.all(sayings)).every(Boolean)).toBe(true);
    for (const seat of seats) await expect.poll(() => seat.texts.length).toBe(sayings.length);
    for (const { texts } of seats) expect(texts).toEqual(seats[0]?.texts);
    expect(new Set(seats[0]?.texts).size).toBe(sayings.length);
    last.enter("late");
    expect(last.talk.join("#general", "late")).toEqual(seats[0]?.texts.slice(-20));
    expect(first.talk.lastLine("#general")?.no).toBe(sayings.length);
  });

  claim("of many who break one silence, one succeeds", async (first, _last, hosts) => {
    const seat = first.seat("ada");
    const sayings = hosts.map(({ talk }, at) => talk.sayAfter("#general", 0, { text: `${at}` }));
    expect((await Promise.all(sayings)).filter(Boolean)).toHaveLength(1);
    await expect.poll(() => seat.texts).toHaveLength(1);
    await expect
      .poll(() => hosts.map(({ talk }) => talk.lastLine("#general")?.no))
      .toEqual(hosts.map(() => 1));
    expect(await first.talk.sayAfter("#general", 0, { text: "late" })).toBe(false);
    expect(await first.talk.sayAfter("#general", 1, { text: "next" })).toBe(true);
  });

  claim("a channel is made once, and is known everywhere", async (first, last, hosts) => {
    const answers = await Promise.all(hosts.map(({ talk }) => talk.create("#mine", "ada")));
    expect(answers.filter((answer) => answer === "created")).toHaveLength(1);
    expect(await last.talk.create("#mine", null)).toBe("exists");
    expect(await first.talk.create("#general", null)).toBe("exists");
    const made = { name: "#mine", isInviteOnly: true, size: 0 };
    await expect.poll(() => last.talk.channel("#mine")).toEqual(made);
    await last.talk.invite("#mine", "ada");
    await expect.poll(() => first.talk.isInvited("#mine", "ada")).toBe(true);
    expect(first.talk.isInvited("#mine", "bob")).toBe(false);
    const ada = first.seat("ada", "#mine");
    await last.say("hello", "#mine");
    await expect.poll(() => ada.texts).toEqual(["hello"]);
    expect(first.talk.join("#nowhere", "ada")).toBeNull();
    expect(first.talk.join("#general", "nobody")).toBeNull();
  });
}

function tableClaims(claim: Claim): void {
  claim("what is kept of an agent is known everywhere", async (first, last) => {
    const [ada, bob] = ["ada", "bob"];
    const ban = { reason: "spam", bannedAtMs: 1 };
    await first.talk.banned.set(ada, ban);
    await last.talk.banned.set(bob, ban);
    await expect.poll(() => first.talk.banned.get(bob)).toEqual(ban);
    await expect.poll(() => [...last.talk.banned.entries()].length).toBe(2);
    const skills = [{ capability: "c", description: null, rate: 0.5, currency: "XNO" }];
    const card = { skills, registeredAtMs: 1 };
    await first.talk.skills.set(ada, card);
    await first.talk.keys.set(ada, { keyText: "a key", seenAtMs: 2 });
    await first.talk.admitted.set(ada, { keyText: "a key", admittedAtMs: 3, note: "n" });
    await expect.poll(() => last.talk.admitted.get(ada)?.note).toBe("n");
    expect(last.talk.skills.get(ada)).toEqual(card);
    expect(last.talk.keys.get(ada)?.keyText).toBe("a key");
    await last.talk.banned.delete(ada);
    await expect.poll(() => first.talk.banned.get(ada)).toBeUndefined();
  });
}
