import {
  type ContractId,
  contractAlias,
  contractId,
  entryHash,
  signEntry,
  termsJson,
} from "@bazaar/kernel";
import {
  AGENT,
  freeTerms,
  PRINCIPAL,
  RIVAL,
  rehearse,
  SERVER,
  samplePot,
  sampleTerms,
  signedRequest,
  through,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import type { Submission } from "./ports/market.ts";
import { StoreUnavailable } from "./ports/store.ts";
import { recordAct } from "./record-act.ts";

describe("a contract that another process moves between load and commit", () => {
  /** A store that answers the first `load` with what was stored earlier. */
  async function outdated(market: SmallMarket, id: ContractId) {
    const seen = await market.store.load(id);
    let loads = 0;
    return through(market.store, async (name, call) => {
      const result = await call();
      if (name !== "load") return result;
      loads += 1;
      return loads === 1 ? (seen as typeof result) : result;
    });
  }

  test("is loaded and decided again, and the act is stored once", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const store = await outdated(market, id);
    await market.must(PRINCIPAL, id, "message", { message: "are you there?" });
    const origin = signedRequest(AGENT, `/contracts/${id}/chat`, '{"message":"yes"}');
    const data = { message: "yes", origin };
    const message = { type: "message", data, contract: id };
    expect(codeOf(await recordAct(market.needs({ store }), message))).toBe("recorded");
    expect((await market.types(id)).slice(3)).toEqual(["message", "message"]);
  });

  test("refuses what is no longer allowed", async () => {
    const market = new SmallMarket();
    await market.grant();
    const id = await market.post();
    const store = await outdated(market, id);
    await market.must(PRINCIPAL, id, "cancel");
    const origin = signedRequest(AGENT, `/contracts/${id}/bond`, "{}");
    const bond = { type: "bond", data: { origin }, contract: id };
    expect(codeOf(await recordAct(market.needs({ store }), bond))).toBe("contract_ended");
    expect(await market.types(id)).toEqual(["post", "cancel"]);
  });

  test("needs one signature check", async () => {
    const market = new SmallMarket();
    await market.grant();
    const id = await market.post();
    const store = await outdated(market, id);
    await market.must(PRINCIPAL, id, "cancel");
    let checks = 0;
    const verify = () => {
      checks += 1;
      return true;
    };
    const origin = signedRequest(AGENT, `/contracts/${id}/bond`, "{}");
    const bond = { type: "bond", data: { origin }, contract: id };
    const refused = await recordAct(market.needs({ store, verify }), bond);
    expect([codeOf(refused), checks]).toEqual(["contract_ended", 1]);
  });
});

describe("an entry its author signed", () => {
  test("is stored, answered and announced", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const stored = await market.store.load(id);
    expect(stored?.chain.seq).toBe(3);
    expect(stored?.state.phase).toBe("in_progress");
    expect(market.published).toEqual([1, 2, 3]);
  });

  test("on a head that has moved is refused with the head it should have", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const stale = await market.sign(AGENT, id, "message", { message: "hello?" });
    await market.must(PRINCIPAL, id, "message", { message: "are you there?" });
    const stored = await market.store.load(id);
    const refused = await recordAct(market.needs(), { entry: stale, contract: id });
    const refusal = { code: "stale_head", head: stored?.chain.head, seq: 4 };
    expect(refused).toEqual({ ok: false, refusal });
    expect(await market.types(id)).toHaveLength(4);
  });

  test("that lost a race is not signed again by the server", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = await market.sign(AGENT, id, "message", { message: "me first" });
    const store = through(market.store, async (name, call) => {
      if (name === "commit") await market.must(PRINCIPAL, id, "message", { message: "no, me" });
      return call();
    });
    const refused = await recordAct(market.needs({ store }), { entry, contract: id });
    expect(codeOf(refused)).toBe("stale_head");
    expect(await market.types(id)).toHaveLength(4);
  });

  test("that arrives twice is recorded once and answered as repeated", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = await market.sign(AGENT, id, "message", { message: "hello" });
    const first = await recordAct(market.needs(), { entry, contract: id });
    await market.must(PRINCIPAL, id, "message", { message: "hello yourself" });
    const published = market.published.length;
    const second = await recordAct(market.needs(), { entry, contract: id });
    expect(first.ok && first.value.isRepeated).toBe(false);
    expect(second).toMatchObject({ ok: true, value: { entry, isRepeated: true } });
    expect(await market.types(id)).toHaveLength(5);
    expect(market.published).toHaveLength(published);
  });

  test("that arrives twice at once is recorded once", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = await market.sign(AGENT, id, "message", { message: "hello" });
    const both = await Promise.all(
      [1, 2].map(() => recordAct(market.needs(), { entry, contract: id })),
    );
    expect(both.map((result) => result.ok && result.value.isRepeated).sort()).toEqual([
      false,
      true,
    ]);
    expect(await market.types(id)).toHaveLength(4);
  });

  test("may be posted again as it was; another post of the same terms is refused", async () => {
    const market = new SmallMarket();
    await market.grant();
    const terms = sampleTerms();
    const data = { terms: termsJson(terms) };
    const entry = await market.sign(PRINCIPAL, null, "post", data);
    await recordAct(market.needs(), { entry, contract: null });
    const again = await recordAct(market.needs(), { entry, contract: null });
    expect(again.ok && again.value.isRepeated).toBe(true);
    market.nowMs += 1_000;
    const other = await market.sign(PRINCIPAL, null, "post", data);
    expect(await recordAct(market.needs(), { entry: other, contract: null })).toEqual({
      ok: false,
      refusal: { code: "contract_exists", contract: contractId(terms) },
    });
  });

  test("is stored although a payout was signed while it was decided", async () => {
    const market = new SmallMarket();
    const id = await market.fulfilled();
    let isFirst = true;
    const store = through(market.store, async (name, call) => {
      if (name === "commit" && isFirst) {
        isFirst = false;
        const [leg] = await market.store.legsOf(id);
        const key = leg?.leg.key ?? "";
        await market.store.moveLeg(key, "ordered", { status: "signed", message: "m" });
      }
      return call();
    });
    const entry = await market.sign(PRINCIPAL, id, "message", { message: "thank you" });
    expect(codeOf(await recordAct(market.needs({ store }), { entry, contract: id }))).toBe(
      "recorded",
    );
  });
});

describe("what a stranger sends", () => {
  const free = { terms: termsJson(freeTerms()) };

  test.each([
    { when: "it is no act", type: "steal", code: "malformed_entry" },
    { when: "only the server writes it", type: "funded", code: "server_only" },
    { when: "only a party may", type: "cancel", code: "not_a_party" },
  ])("is refused when $when", async ({ type, code }) => {
    const market = new SmallMarket();
    const id = await market.atWork();
    expect(codeOf(await market.act(RIVAL, id, type))).toBe(code);
    expect(market.published).toHaveLength(3);
  });

  test("in another party's name is refused before the rules apply", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = { ...(await market.sign(RIVAL, id, "cancel", {})), author: PRINCIPAL.party };
    const decide = () => {
      throw new Error("the rules were asked");
    };
    const refused = await recordAct(market.needs({ decide }), { entry, contract: id });
    expect(refused).toEqual({
      ok: false,
      refusal: { code: "bad_signature", author: PRINCIPAL.party },
    });
  });

  test("with changed text is refused", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const signed = await market.sign(AGENT, id, "message", { message: "yes" });
    const entry = { ...signed, data: { message: "no" } };
    expect(codeOf(await recordAct(market.needs(), { entry, contract: id }))).toBe("bad_signature");
  });

  test("on a stale head costs no signature check and one entry read", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = signEntry(RIVAL, { head: "00".repeat(32), seq: 0 }, { type: "fix", data: {} }, 0);
    const read: number[] = [];
    const store = through(market.store, async (name, call) => {
      const result = await call();
      if (name === "entries") read.push((result as readonly unknown[]).length);
      return result;
    });
    const verify = () => {
      throw new Error("a signature was checked");
    };
    const refused = await recordAct(market.needs({ store, verify }), { entry, contract: id });
    expect(codeOf(refused)).toBe("stale_head");
    expect(read).toEqual([1]);
  });

  test("as a post with a bad signature is refused before its terms are read", async () => {
    const market = new SmallMarket();
    const terms = { ...free.terms, checks: "not even a list" };
    const signed = await market.sign(PRINCIPAL, null, "post", { terms });
    const forged = { ...signed, signature: "0".repeat(128) };
    const answer = (entry: typeof signed) => recordAct(market.needs(), { entry, contract: null });
    expect(codeOf(await answer(forged))).toBe("bad_signature");
    expect(codeOf(await answer(signed))).toBe("malformed_terms");
  });

  test("in the server's name is refused, even an entry that the server has signed", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    market.nowMs += 1_000_000;
    const entry = await market.sign(SERVER, id, "abandoned", { reason: "agent_silent" });
    const handIn = () => recordAct(market.needs(), { entry, contract: id });
    expect(codeOf(await handIn())).toBe("server_only");
    const { type, data } = entry;
    const own = await recordAct(market.needs(), { by: "server", type, data, contract: id });
    expect(own.ok && own.value.entry).toEqual(entry);
    expect(codeOf(await handIn())).toBe("server_only");
  });

  test("with an origin is refused: a transcript with one origin twice would not verify", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const refused = await market.act(AGENT, id, "message", { message: "hi", origin: 1n });
    expect(refused).toMatchObject({ refusal: { code: "malformed_entry", field: "data.origin" } });
  });

  test("about an unknown contract is refused, at any place in the chain", async () => {
    const market = new SmallMarket();
    const id = contractId(sampleTerms());
    for (const seq of [0, 5]) {
      const entry = signEntry(AGENT, { head: "ab".repeat(32), seq }, { type: "bond", data: {} }, 0);
      expect(await recordAct(market.needs(), { entry, contract: id })).toEqual({
        ok: false,
        refusal: { code: "unknown_contract", contract: id },
      });
    }
    expect(codeOf(await market.act(AGENT, null, "bond"))).toBe("unknown_contract");
  });

  test("for another market's key is refused", async () => {
    const market = new SmallMarket();
    const terms = termsJson(freeTerms({ platform: RIVAL.party }));
    const refused = await market.act(PRINCIPAL, null, "post", { terms });
    expect(refused).toMatchObject({
      refusal: { code: "malformed_terms", field: "terms.platform" },
    });
  });

  test("to a market that does not hold the contract's key is refused", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const entry = await market.sign(AGENT, id, "message", { message: "hi" });
    const other = market.needs({ signer: RIVAL });
    expect(codeOf(await recordAct(other, { entry, contract: id }))).toBe("unknown_contract");
  });

  test("as a post that does not begin a chain is refused", async () => {
    const market = new SmallMarket();
    const head = { head: "ab".repeat(32), seq: 3 };
    const entry = signEntry(PRINCIPAL, head, { type: "post", data: free }, 0);
    expect(codeOf(await recordAct(market.needs(), { entry, contract: null }))).toBe("stale_head");
  });
});

describe("the server's own act", () => {
  const voiding = (contract: ContractId): Submission => {
    return { by: "server", type: "voided", data: { reason: "timeout" }, contract };
  };

  test("that lost a race is decided again on the new head", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    let races = 3;
    const store = through(market.store, async (name, call) => {
      if (name === "commit" && races > 0) {
        races -= 1;
        await market.must(AGENT, id, "message", { message: "one more thing" });
      }
      return call();
    });
    market.nowMs += 61_000;
    const recorded = await recordAct(market.needs({ store }), voiding(id));
    expect(codeOf(recorded)).toBe("recorded");
    expect((await market.types(id)).slice(-4)).toEqual(["message", "message", "message", "voided"]);
    expect(recorded.ok && recorded.value.entry.seq).toBe(8);
  });

  test("that keeps losing races fails as unavailable", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const store = through(market.store, async (name, call) =>
      name === "commit" ? [{ is: "head_moved" }] : call(),
    );
    market.nowMs += 61_000;
    const giveUp = recordAct(market.needs({ store }), voiding(id));
    await expect(giveUp).rejects.toBeInstanceOf(StoreUnavailable);
  });

  test("that the rules refuse is never signed, stored or announced", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    const signer = {
      party: SERVER.party,
      sign: () => {
        throw new Error("it was signed");
      },
    };
    expect(codeOf(await recordAct(market.needs({ signer }), voiding(id)))).toBe("wrong_phase");
    expect(market.published).toHaveLength(3);
  });

  test("under one key counts once and returns what was recorded", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    market.nowMs += 61_000;
    const first = await recordAct(market.needs(), voiding(id), "k");
    const second = await recordAct(market.needs(), voiding(id), "k");
    expect(first.ok && second.ok && second.value.entry).toEqual(first.ok && first.value.entry);
    expect(second).toMatchObject({ ok: true, value: { isRepeated: true } });
    expect((await market.types(id)).filter((type) => type === "voided")).toHaveLength(1);
  });

  test("whose response was lost is recognised when it is repeated", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    market.nowMs += 61_000;
    const store = through(market.store, async (name, call) => {
      const result = await call();
      if (name === "commit") throw new StoreUnavailable("the line broke");
      return result;
    });
    const lost = recordAct(market.needs({ store }), voiding(id), "k");
    await expect(lost).rejects.toBeInstanceOf(StoreUnavailable);
    const again = await recordAct(market.needs(), voiding(id), "k");
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
  });
});

describe("what the store refuses", () => {
  test("names the amounts if money is missing", async () => {
    const market = new SmallMarket();
    await market.grant("0.5", [PRINCIPAL]);
    const terms = termsJson(sampleTerms());
    expect(await market.act(PRINCIPAL, null, "post", { terms })).toEqual({
      ok: false,
      refusal: {
        code: "insufficient_funds",
        party: PRINCIPAL.party,
        asset: "XNO",
        needed: "0.67",
        available: "0.5",
      },
    });
    expect(market.published).toEqual([]);
  });

  test("is not asked for money on a rail that this market does not have", async () => {
    const market = new SmallMarket();
    const terms = termsJson(sampleTerms({ pots: [samplePot({ rail: "nano" })] }));
    const entry = await market.sign(PRINCIPAL, null, "post", { terms });
    const without = market.needs({ rails: [] });
    expect(await recordAct(without, { entry, contract: null })).toMatchObject({
      refusal: { code: "unsupported_terms", value: "nano", dial: "money" },
    });
  });

  test("names the alias if it is taken", async () => {
    const market = new SmallMarket();
    await market.grant();
    const id = contractId(sampleTerms());
    const alias = contractAlias(id);
    const squatter = rehearse(7, { court: { kind: "none" }, pots: [] });
    await market.store.commit([{ ...squatter.post(), alias }]);
    const terms = termsJson(sampleTerms());
    expect(await market.act(PRINCIPAL, null, "post", { terms })).toEqual({
      ok: false,
      refusal: { code: "alias_taken", alias },
    });
    expect(await market.store.load(id)).toBeNull();
  });

  test("a store that does not answer a write is an internal error", async () => {
    const market = new SmallMarket();
    const store = through(market.store, async (name, call) => (name === "commit" ? [] : call()));
    const entry = await market.sign(PRINCIPAL, null, "post", { terms: termsJson(freeTerms()) });
    const recorded = recordAct(market.needs({ store }), { entry, contract: null });
    await expect(recorded).rejects.toThrow("left a write unanswered");
  });
});

test("time never goes backwards for a contract, whatever the clock does", async () => {
  const market = new SmallMarket();
  const id = await market.atWork();
  const before = market.nowMs;
  market.nowMs -= 60_000;
  await market.must(AGENT, id, "message", { message: "hi" });
  const times = (await market.store.entries(id)).map(({ receivedAtMs }) => receivedAtMs);
  expect(times).toEqual([before, before, before, before]);
  expect(entryHash((await market.store.entries(id, 3))[0]!.entry)).toBe(
    (await market.store.load(id))?.chain.head,
  );
});
