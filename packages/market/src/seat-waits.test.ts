import { type ContractId, type Terms, XNO } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, RIVAL, sampleTerms, units } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import { recordAct } from "./record-act.ts";
import { SeatWaits } from "./seat-waits.ts";
import { fireDeadlines } from "./tasks/fire-deadlines.ts";
import { takeDeposits } from "./tasks/take-deposits.ts";

const [PIA, ADA] = [PRINCIPAL.party, AGENT.party];

describe("the wait after a seat that was left without a look", () => {
  test("is a minute, and doubles up to an hour", () => {
    const waits = new SeatWaits();
    let nowMs = 0;
    const seconds = Array.from({ length: 8 }, () => {
      waits.leave(PIA, ADA, false, nowMs);
      const leftMs = waits.leftMs(PIA, ADA, nowMs);
      nowMs += leftMs;
      expect(waits.leftMs(PIA, ADA, nowMs - 1)).toBe(1);
      expect(waits.leftMs(PIA, ADA, nowMs)).toBe(0);
      return leftMs / 1_000;
    });
    expect(seconds).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  });

  test("starts afresh after a seat with a look, and after an hour", () => {
    const waits = new SeatWaits();
    waits.leave(PIA, ADA, false, 0);
    waits.leave(PIA, ADA, true, 1_000);
    expect(waits.leftMs(PIA, ADA, 1_000)).toBe(0);
    waits.leave(PIA, ADA, false, 2_000);
    expect(waits.leftMs(PIA, ADA, 2_000)).toBe(60_000);
    const later = 2_000 + 60_000 + 3_600_001;
    waits.leave(PIA, ADA, false, later);
    expect(waits.leftMs(PIA, ADA, later)).toBe(60_000);
  });

  test("is between one agent and one principal", () => {
    const waits = new SeatWaits();
    waits.leave(PIA, ADA, false, 0);
    expect(waits.leftMs(PIA, RIVAL.party, 0)).toBe(0);
    expect(waits.leftMs(RIVAL.party, ADA, 0)).toBe(0);
  });

  test("is none for an agent that is exempt", () => {
    const waits = new SeatWaits();
    waits.exempt(ADA);
    waits.leave(PIA, ADA, false, 0);
    expect(waits.leftMs(PIA, ADA, 0)).toBe(0);
  });
});

class Waiting extends SmallMarket {
  readonly waits = new SeatWaits();
  #posted = 0;

  override needs(changes = {}) {
    return super.needs({ seatPolicy: this.waits, ...changes });
  }

  async another(changes: Partial<Terms> = {}): Promise<ContractId> {
    this.#posted += 1;
    const nonce = this.#posted.toString(16).padStart(64, "0");
    return this.post(sampleTerms({ nonce, ...changes }));
  }
}

async function market(): Promise<Waiting> {
  const small = new Waiting();
  await small.grant("100", [PRINCIPAL, AGENT, RIVAL]);
  return small;
}

const COMMAND = { command: "cat Makefile" };

const LEAVING: readonly [string, (small: Waiting, id: ContractId) => Promise<unknown>][] = [
  ["declines", (small, id) => small.must(AGENT, id, "decline")],
  ["backs out of the look", (small, id) => small.must(AGENT, id, "back_out")],
  [
    "backs out of the work",
    async (small, id) => {
      await small.must(AGENT, id, "accept");
      await small.must(AGENT, id, "back_out");
    },
  ],
  [
    "is abandoned",
    async (small) => {
      small.nowMs += 121_000;
      await fireDeadlines(small.needs());
    },
  ],
];

test.each(LEAVING)("who %s without a look waits before the next seat", async (_, leave) => {
  const small = await market();
  const id = await small.another();
  await small.must(AGENT, id, "bond");
  await leave(small, id);
  expect((await small.state(id)).seat).toBeNull();
  const next = await small.another();
  const refused = await small.act(AGENT, next, "bond");
  expect(refused).toEqual({ ok: false, refusal: { code: "seat_too_soon", secondsLeft: 60 } });
  expect(codeOf(await small.act(RIVAL, next, "bond"))).toBe("recorded");
  await small.must(RIVAL, next, "decline");
  small.nowMs += 29_000;
  const last = await small.another();
  expect(await small.act(AGENT, last, "bond")).toEqual({
    ok: false,
    refusal: { code: "seat_too_soon", secondsLeft: 31 },
  });
});

test("who is named by a contract keeps nobody from it: leaving counts for nothing, nor do waits", async () => {
  const small = await market();
  const named = async (): Promise<ContractId> => {
    const id = await small.another({ agent: ADA });
    await small.must(AGENT, id, "bond");
    return id;
  };
  await small.must(AGENT, await named(), "decline");
  const open = await small.another();
  await small.must(AGENT, open, "bond");
  await small.must(AGENT, open, "decline");
  expect(codeOf(await small.act(AGENT, await small.another(), "bond"))).toBe("seat_too_soon");
  await named();
});

test("who reserves a seat and never deposits waits before the next seat, too", async () => {
  const small = await market();
  const { id, address } = await small.unfunded();
  small.nano.pay(address, units("0.67", XNO), "nano_pia");
  await takeDeposits(small.needs());
  const { deadline } = await small.must(AGENT, id, "bond");
  small.nowMs = (deadline?.atMs ?? 0) + 1;
  await fireDeadlines(small.needs());
  expect(await small.types(id)).toEqual(["post", "funded", "bond", "abandoned"]);
  expect(await small.act(AGENT, await small.another(), "bond")).toEqual({
    ok: false,
    refusal: { code: "seat_too_soon", secondsLeft: 60 },
  });
});

test("a minute later it may sit again", async () => {
  const small = await market();
  const id = await small.another();
  await small.must(AGENT, id, "bond");
  await small.must(AGENT, id, "decline");
  small.nowMs += 60_000;
  expect(codeOf(await small.act(AGENT, await small.another(), "bond"))).toBe("recorded");
});

test("one look is enough not to wait", async () => {
  const small = await market();
  const id = await small.another();
  await small.must(AGENT, id, "bond");
  await small.must(AGENT, id, "investigate", COMMAND);
  await small.must(AGENT, id, "decline");
  expect(codeOf(await small.act(AGENT, await small.another(), "bond"))).toBe("recorded");
});

test("the same bond sent again is answered as before, also while its author waits", async () => {
  const small = await market();
  const id = await small.another();
  const bond = { entry: await small.sign(AGENT, id, "bond", {}), contract: id };
  await recordAct(small.needs(), bond);
  await small.must(AGENT, id, "decline");
  const again = await recordAct(small.needs(), bond);
  expect(again.ok && again.value.isRepeated).toBe(true);
});
