import type { ContractId, Transcript, Verify } from "@bazaar/kernel";
import type { Market, Pause } from "@bazaar/market/ports";
import { AGENT, PRINCIPAL, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { ReadingMarket } from "./test/reading-market.ts";
import { verifyChainEndpoint } from "./verify-chain.ts";

/** The same market, whose store was tampered with. */
function tampered(market: Market, change: (transcript: Transcript) => Transcript): Market {
  const transcript = async (id: ContractId, pause: Pause): Promise<Transcript | null> => {
    const found = await market.transcript(id, pause);
    return found === null ? null : change(found);
  };
  return new Proxy(market, {
    get: (target, name) => {
      if (name === "transcript") return transcript;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function ask(bazaar: ReadingMarket, id: ContractId, market: Market, verify = toyVerify) {
  const endpoint = verifyChainEndpoint(verify);
  return endpoint.run({ ...bazaar.call({}, id, null), market });
}

test("a correct transcript is valid up to its head", async () => {
  const bazaar = await ReadingMarket.open();
  const id = await bazaar.atWork();
  const { head } = (await bazaar.market.find(id))!.chain;
  expect(await bazaar.read("/contracts/{id}/verify_chain", { name: id })).toEqual({
    valid: true,
    entries: 3,
    total_transcript: 3,
    error: null,
    chain_head: head,
    checked: "transcript",
  });
});

test.each([
  {
    what: "a changed word",
    change: (one: Transcript) => ({
      ...one,
      entries: one.entries.map((entry) =>
        entry.type === "message" ? { ...entry, data: { message: "no" } } : entry,
      ),
    }),
    says: "Entry 3: the signature is not the author's",
  },
  {
    what: "a missing entry",
    change: (one: Transcript) => ({ ...one, entries: one.entries.toSpliced(1, 1) }),
    says: "Entry 1: expected seq 1, got 2",
  },
  {
    what: "a missing end",
    change: (one: Transcript) => ({ ...one, entries: one.entries.slice(0, 2) }),
    says: "the chain ends at",
  },
  {
    what: "an entry that was received too late to count",
    change: (one: Transcript) => ({
      ...one,
      receivedAt: one.receivedAt.map((ms, at) => (at === 0 ? ms - 3_600_000 : ms)),
    }),
    says: "Entry 1: bond is not allowed (deadline_passed)",
  },
])("$what is found", async ({ change, says }) => {
  const bazaar = await ReadingMarket.open();
  const id = await bazaar.atWork();
  await bazaar.act(PRINCIPAL, id, "message", { message: "yes" });
  const answered = await ask(bazaar, id, tampered(bazaar.market, change));
  expect(answered).toMatchObject({ ok: true, value: { valid: false, entries: 0 } });
  expect(answered).toHaveProperty("value.error", expect.stringContaining(says));
});

test("a report is cached until the chain grows", async () => {
  const bazaar = await ReadingMarket.open();
  const id = await bazaar.atWork();
  let count = 0;
  const counting: Verify = (...signed) => {
    count += 1;
    return toyVerify(...signed);
  };
  const endpoint = verifyChainEndpoint(counting);
  const call = bazaar.call({}, id, null);
  await Promise.all(Array.from({ length: 10 }, () => endpoint.run(call)));
  const once = count;
  expect(once).toBeGreaterThan(0);
  await endpoint.run(call);
  expect(count).toBe(once);
  await bazaar.act(AGENT, id, "message", { message: "hello" });
  await endpoint.run(call);
  expect(count).toBeGreaterThan(once);
});

test.each([
  { addresses: 1, checked: 10 },
  { addresses: 6, checked: 50 },
])(
  "of 60 checks at once from $addresses addresses $checked are done, the others refused",
  async ({ addresses, checked }) => {
    const bazaar = await ReadingMarket.open();
    const endpoint = verifyChainEndpoint(toyVerify);
    const calls = [];
    for (let number = 0; number < 60; number += 1) {
      const address = `203.0.113.${number % addresses}`;
      calls.push({ ...bazaar.call({}, await bazaar.post(), null), address });
    }
    const answers = await Promise.all(calls.map((call) => endpoint.run(call)));
    const refused = answers.filter(({ ok }) => !ok);
    expect(refused).toHaveLength(60 - checked);
    for (const answer of refused)
      expect(answer).toMatchObject({ refusal: { code: "unavailable" } });
  },
);

test("checks of one address do not delay those of another", async () => {
  const bazaar = await ReadingMarket.open();
  const endpoint = verifyChainEndpoint(toyVerify);
  const [slow, other] = [await bazaar.post(), await bazaar.post()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const never = { ...bazaar.call({}, slow, null), pause: () => promise };
  const held = endpoint.run(never);
  const queued = endpoint.run(bazaar.call({}, other, null));
  const elsewhere = { ...bazaar.call({}, other, null), address: "203.0.113.2" };
  expect(await endpoint.run(elsewhere)).toMatchObject({ ok: true, value: { valid: true } });
  expect(await endpoint.run({ ...elsewhere, name: slow })).toMatchObject({ ok: true });
  resolve();
  expect(await Promise.all([held, queued])).toMatchObject([{ ok: true }, { ok: true }]);
});
