import {
  type ContractId,
  chainJson,
  contractAlias,
  decide,
  type JsonObject,
  type Result,
  type Signer,
  sha256Hex,
  termsJson,
} from "@bazaar/kernel";
import { ledgerRail } from "@bazaar/rails/ledger";
import { MemoryStore } from "@bazaar/store/memory";
import {
  AGENT,
  budgetPot,
  PRINCIPAL,
  RIVAL,
  STAKES_AT_ACCEPTANCE,
  START_MS,
  sampleOffer,
  samplePot,
  sampleTerms,
  signedRequest,
  through,
  toySigner,
  units,
} from "@bazaar/testkit";
import { describe, expect, test, vi } from "vitest";
import { codeOf, SmallMarket } from "../test/small-market.ts";
import { type MarketNeeds, OpenMarket } from "./open-market.ts";
import { WORLD } from "./ports/ledger.ts";
import type { Recorded, Submission } from "./ports/market.ts";
import type { StoredEntry } from "./ports/store.ts";
import { fireDeadlines } from "./tasks/fire-deadlines.ts";

const DAY_MS = 86_400_000;

class Opened {
  readonly small = new SmallMarket();
  readonly market: Promise<OpenMarket>;

  constructor(changes: Partial<MarketNeeds> = {}) {
    this.market = OpenMarket.open({
      ...this.small.needs(),
      offer: sampleOffer(),
      limits: { openContracts: 3, seats: 2 },
      grants: { starting: () => 0n, faucet: () => 0n, faucetEveryMs: DAY_MS },
      ...changes,
    });
  }

  async entry(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject = {},
  ): Promise<Submission> {
    return { entry: await this.small.sign(author, contract, type, data), contract };
  }

  async act(
    author: Signer,
    contract: ContractId | null,
    type: string,
    data: JsonObject = {},
    key: string | null = null,
  ): Promise<Result<Recorded>> {
    const submission = await this.entry(author, contract, type, data);
    return (await this.market).record(submission, key);
  }

  post(nonce: string, author = PRINCIPAL, key: string | null = null): Promise<Result<Recorded>> {
    const terms = sampleTerms({ principal: author.party, nonce: nonce.padStart(64, "0") });
    return this.act(author, null, "post", { terms: termsJson(terms) }, key);
  }
}

/** The same act, signed a second later: another request. */
function chat(
  contract: ContractId,
  message: string,
  atMs: number,
  author: Signer = AGENT,
): Submission {
  const body = chainJson({ message });
  const origin = signedRequest(author, `/contracts/${contract}/chat`, body, atMs);
  return { type: "message", data: { message, origin }, contract };
}

describe("an act that waits for its turn", () => {
  test("is in time if it arrived in time, and is decided before the timeout", async () => {
    const gate = Promise.withResolvers<void>();
    const small = new SmallMarket();
    const id = await small.atWork();
    const dueMs = (await small.state(id)).deadline?.atMs ?? 0;
    let isHeld = false;
    const store = through(small.store, async (name, call) => {
      if (name === "commit" && !isHeld) {
        isHeld = true;
        await gate.promise;
      }
      return call();
    });
    const opened = new Opened(small.needs({ store }));
    const market = await opened.market;
    small.nowMs = dueMs;
    const first = market.record(chat(id, "hurry", dueMs, PRINCIPAL));
    const body = chainJson({ fix: "make", explanation: "done" });
    const origin = signedRequest(AGENT, `/contracts/${id}/fix`, body, dueMs);
    const data = { fix: "make", explanation: "done", origin };
    const fix = market.record({ type: "fix", data, contract: id });
    small.nowMs = dueMs + 1_000;
    const fired = fireDeadlines(small.needs({ store }), (contract, work) =>
      market.inTurn(contract, work),
    );
    gate.resolve();
    expect(codeOf(await first)).toBe("recorded");
    expect(await fix).toMatchObject({ ok: true, value: { receivedAtMs: dueMs } });
    expect(await fired).toBe(0);
    expect((await small.types(id)).slice(-2)).toEqual(["message", "fix"]);
  });
});

describe("an idempotency key", () => {
  test("makes an act that is signed twice count once", async () => {
    const opened = new Opened();
    const id = await opened.small.atWork();
    const market = await opened.market;
    const first = await market.record(chat(id, "hi", START_MS), "key-1");
    const second = await market.record(chat(id, "hi", START_MS + 1_000), "key-1");
    expect(second).toMatchObject({ ok: true, value: { isRepeated: true } });
    expect(second.ok && second.value.entry).toEqual(first.ok && first.value.entry);
    expect(await opened.small.types(id)).toEqual(["post", "bond", "accept", "message"]);
  });

  test("is refused for another act, also if both arrive at once", async () => {
    const opened = new Opened();
    const id = await opened.small.atWork();
    const market = await opened.market;
    const codes = await Promise.all([
      market.record(chat(id, "hi", START_MS), "key-1"),
      market.record(chat(id, "ho", START_MS), "key-1"),
    ]);
    expect(codes.map(codeOf)).toEqual(["recorded", "key_reused"]);
    expect(await opened.small.types(id)).toHaveLength(4);
  });

  test("belongs to its author", async () => {
    const opened = new Opened();
    const id = await opened.small.atWork();
    expect(codeOf(await opened.act(AGENT, id, "message", { message: "hi" }, "k"))).toBe("recorded");
    const other = await opened.act(PRINCIPAL, id, "message", { message: "ho" }, "k");
    expect(codeOf(other)).toBe("recorded");
  });

  test("recognises a post by its document, whatever its nonce", async () => {
    const opened = new Opened();
    await opened.small.grant();
    const first = await opened.post("1", PRINCIPAL, "k");
    const second = await opened.post("2", PRINCIPAL, "k");
    expect(second.ok && second.value.state.id).toBe(first.ok && first.value.state.id);
  });

  test("returns the phase after the act, although the contract has moved on", async () => {
    const opened = new Opened();
    await opened.small.grant();
    const id = await opened.small.post();
    await opened.act(AGENT, id, "bond", {}, "k");
    await opened.small.must(AGENT, id, "accept");
    const again = await opened.act(AGENT, id, "bond", {}, "k");
    expect(again).toMatchObject({ ok: true, value: { phase: "investigating", isRepeated: true } });
    expect(again.ok && again.value.state.phase).toBe("in_progress");
  });
});

describe("a party's limits", () => {
  test("apply to open contracts, also if they are posted at once", async () => {
    const opened = new Opened();
    await opened.small.grant("100");
    const posted = await Promise.all(["1", "2", "3", "4", "5"].map((nonce) => opened.post(nonce)));
    expect(posted.map(codeOf).filter((code) => code === "recorded")).toHaveLength(3);
    expect(posted.map(codeOf).filter((code) => code === "too_many_contracts")).toHaveLength(2);
  });

  test("do not refuse a repeated act", async () => {
    const opened = new Opened({ limits: { openContracts: 1, seats: 1 } });
    await opened.small.grant("100");
    const terms = termsJson(sampleTerms());
    const post = await opened.entry(PRINCIPAL, null, "post", { terms });
    const market = await opened.market;
    const first = await market.record(post);
    if (!first.ok) throw new Error("not posted");
    expect(await market.record(post)).toMatchObject({ ok: true, value: { isRepeated: true } });
    const { id } = first.value.state;
    const origin = signedRequest(AGENT, `/contracts/${id}/bond`, "{}");
    const bond = { type: "bond", data: { origin }, contract: id };
    expect(codeOf(await market.record(bond))).toBe("recorded");
    expect(await market.record(bond)).toMatchObject({ ok: true, value: { isRepeated: true } });
  });

  test("no longer count a contract that has ended", async () => {
    const opened = new Opened();
    await opened.small.grant("100");
    const [first] = await Promise.all(["1", "2", "3"].map((nonce) => opened.post(nonce)));
    if (!first?.ok) throw new Error("not posted");
    await opened.small.must(PRINCIPAL, first.value.state.id, "cancel");
    expect(codeOf(await opened.post("4"))).toBe("recorded");
  });

  test("apply to seats, but not to accepting a seat already taken", async () => {
    const opened = new Opened();
    await opened.small.grant("100");
    const posted = await Promise.all(["1", "2", "3"].map((nonce) => opened.post(nonce)));
    const ids = posted.map((recorded) => (recorded.ok ? recorded.value.state.id : null));
    const bonds = await Promise.all(ids.map((id) => opened.act(AGENT, id, "bond")));
    expect(bonds.map(codeOf).sort()).toEqual(["recorded", "recorded", "too_many_seats"]);
    const [mine] = ids.filter((_, at) => bonds[at]?.ok);
    expect(codeOf(await opened.act(AGENT, mine ?? null, "accept"))).toBe("recorded");
  });
});

describe("a starting balance", () => {
  const grants = { starting: () => units("5"), faucet: () => 0n, faucetEveryMs: DAY_MS };

  test("is granted without deciding the act again: a post may be long", async () => {
    let decisions = 0;
    const counting: typeof decide = (...given) => {
      decisions += 1;
      return decide(...given);
    };
    const opened = new Opened({ grants, decide: counting });
    expect(codeOf(await opened.post("1"))).toBe("recorded");
    expect(decisions).toBe(1);
  });

  test("is granted once, when it is first needed", async () => {
    const opened = new Opened({ grants, limits: { openContracts: 100, seats: 100 } });
    for (const nonce of ["1", "2", "3", "4", "5", "6", "7"]) await opened.post(nonce);
    const eighth = await opened.post("8");
    expect(codeOf(eighth)).toBe("insufficient_funds");
    const market = await opened.market;
    expect((await market.balances(PRINCIPAL.party)).get("XNO")).toBe(units("5") - units("4.69"));
    const statement = await market.statement(PRINCIPAL.party, null, 100);
    expect(statement.at(-1)).toMatchObject({ from: "world", amount: units("5") });
  });

  test("is granted to both sides where both owe at acceptance", async () => {
    const opened = new Opened({ grants });
    const pay = { ...budgetPot(), funds: "accept" } as const;
    const rules = { looksFirst: false, reopens: false };
    const terms = sampleTerms({
      court: { kind: "none" },
      pots: [pay, STAKES_AT_ACCEPTANCE],
      rules,
    });
    const posted = await opened.small.post(terms);
    expect(codeOf(await opened.act(AGENT, posted, "accept"))).toBe("recorded");
    const market = await opened.market;
    expect((await market.balances(AGENT.party)).get("RATING")).toBe(units("5") - 10n);
    expect((await market.balances(PRINCIPAL.party)).get("RATING")).toBe(units("5") - 30n);
  });

  test("is used by an act that arrived while it was granted", async () => {
    const { store } = new SmallMarket();
    const gift = { from: WORLD, to: PRINCIPAL.party, asset: "XNO", amount: units("5") };
    let commits = 0;
    const late = through(store, async (name, call) => {
      const answer = await call();
      if (name !== "commit" || commits > 0) return answer;
      commits += 1;
      // Another act of the same newcomer gets it the balance just now.
      await store.ledger.transfer({ ...gift, key: `starting/${PRINCIPAL.party}/XNO` });
      return answer;
    });
    const opened = new Opened({ grants, store: late });
    expect(codeOf(await opened.post("1"))).toBe("recorded");
  });

  test("is not granted for a bad signature", async () => {
    const opened = new Opened({ grants });
    const posted = await opened.entry(RIVAL, null, "post", { terms: termsJson(sampleTerms()) });
    if (!("entry" in posted)) throw new Error("no entry");
    const forged = { ...posted.entry, author: PRINCIPAL.party };
    const market = await opened.market;
    expect(codeOf(await market.record({ entry: forged, contract: null }))).toBe("bad_signature");
    expect((await market.balances(PRINCIPAL.party)).size).toBe(0);
  });
});

describe("the faucet", () => {
  const grants = { starting: () => 0n, faucet: () => units("1"), faucetEveryMs: DAY_MS };

  test("pays once a day", async () => {
    const opened = new Opened({ grants });
    const market = await opened.market;
    expect(codeOf(await market.askFaucet(AGENT.party, "XNO"))).toBe("recorded");
    expect(await market.askFaucet(AGENT.party, "XNO")).toMatchObject({
      refusal: { code: "too_early", receivedAtMs: START_MS },
    });
    opened.small.nowMs += DAY_MS;
    expect(codeOf(await market.askFaucet(AGENT.party, "XNO"))).toBe("recorded");
    expect((await market.balances(AGENT.party)).get("XNO")).toBe(units("2"));
  });

  test("refuses if the market has none", async () => {
    const market = await new Opened().market;
    expect(codeOf(await market.askFaucet(AGENT.party, "XNO"))).toBe("no_faucet");
  });
});

describe("reading", () => {
  test("finds a contract by its id and by its alias", async () => {
    const opened = new Opened();
    await opened.small.grant();
    const id = await opened.small.post();
    const market = await opened.market;
    expect((await market.find(id))?.state.id).toBe(id);
    expect((await market.find(contractAlias(id)))?.state.id).toBe(id);
    expect(await market.find("f".repeat(32))).toBeNull();
  });

  test("a listing continues where the last page ended, and a filter loses nothing", async () => {
    const opened = new Opened({ limits: { openContracts: 100, seats: 9 } });
    await opened.small.grant("100");
    const posted: ContractId[] = [];
    for (let nonce = 1; nonce <= 9; nonce += 1) {
      const recorded = await opened.post(`${nonce}`);
      if (recorded.ok) posted.unshift(recorded.value.state.id);
    }
    const market = await opened.market;
    const wanted = posted.filter((_, at) => at % 2 === 0);
    const listed: ContractId[] = [];
    let before: ContractId | null = null;
    do {
      const isWanted = ({ state }: { state: { id: ContractId } }): boolean =>
        wanted.includes(state.id);
      const page = await market.list({ phases: ["open"], limit: 2, before, isWanted });
      listed.push(...page.contracts.map(({ state }) => state.id));
      before = page.next;
    } while (before !== null);
    expect(listed).toEqual(wanted);
  });

  test("the address for a slow deposit is known when the post is answered", async () => {
    const opened = new Opened();
    const terms = sampleTerms({ pots: [samplePot({ rail: "nano" })] });
    const posted = await opened.act(PRINCIPAL, null, "post", { terms: termsJson(terms) });
    if (!posted.ok) throw new Error("not posted");
    const [deposit] = await (await opened.market).deposits(posted.value.state.id);
    expect(deposit).toMatchObject({ address: "nano-address-1", hold: { side: "principal" } });
  });

  test("debts equal assets while contracts are open and paid", async () => {
    const opened = new Opened();
    await opened.small.fulfilled();
    await opened.small.post(sampleTerms({ nonce: "2".padStart(64, "0") }));
    const [line] = await (await opened.market).solvency();
    expect(line).toMatchObject({ rail: "ledger", moreContracts: 0 });
    expect(line?.contracts).toHaveLength(1);
    expect(line && line.owedToContracts + line.owedToAccounts).toBe(line?.held);
    expect(line?.owedToContracts).toBe(units("0.67"));
  });

  test("solvency is counted once at a time, and again a second after it was done", async () => {
    const counts: PromiseWithResolvers<bigint>[] = [];
    const balance = (): Promise<bigint> => {
      const count = Promise.withResolvers<bigint>();
      counts.push(count);
      return count.promise;
    };
    const opened = new Opened({ rails: [{ ...ledgerRail(new MemoryStore().ledger), balance }] });
    const { small } = opened;
    await small.fulfilled();
    const market = await opened.market;

    const first = market.solvency();
    await vi.waitUntil(() => counts.length > 0);
    small.nowMs += 60_000;
    expect(market.solvency()).toBe(first);
    counts[0]?.resolve(7n);
    expect(await first).toMatchObject([{ held: 7n }]);

    small.nowMs += 999;
    expect(market.solvency()).toBe(first);
    small.nowMs += 1;
    const second = market.solvency();
    await vi.waitUntil(() => counts.length > 1);
    counts[1]?.resolve(8n);
    expect(await second).toMatchObject([{ held: 8n }]);
  });
});

test("what a party keeps can be opened by its hash", async () => {
  const market = await new Opened().market;
  const content = (async function* () {
    yield new TextEncoder().encode("abc");
  })();
  const offered = { owner: PRINCIPAL.party, hash: sha256Hex("abc"), bytes: 3, content };
  expect(await market.keepArtifact(offered)).toMatchObject({ ok: true });
  const opened = await market.openArtifact(offered.hash);
  const pieces: Uint8Array[] = [];
  for await (const piece of opened?.content ?? []) pieces.push(piece);
  expect(pieces.map((piece) => new TextDecoder().decode(piece))).toEqual(["abc"]);
  expect(await market.openArtifact("abc")).toBeNull();
});

describe("waiting", () => {
  test("ends when the condition holds", async () => {
    const opened = new Opened();
    await opened.small.grant();
    const id = await opened.small.post();
    const market = await opened.market;
    const isTaken = market.until(
      id,
      ({ state }) => state.seat !== null,
      new AbortController().signal,
    );
    await opened.small.must(AGENT, id, "bond");
    expect((await isTaken).state.seat?.agent).toBe(AGENT.party);
  });

  test("ends at once if it already holds, and when the signal aborts", async () => {
    const opened = new Opened();
    await opened.small.grant();
    const id = await opened.small.post();
    const market = await opened.market;
    const open = await market.until(
      id,
      ({ state }) => state.phase === "open",
      new AbortController().signal,
    );
    expect(open.state.phase).toBe("open");
    const gone = await market.until(id, () => false, AbortSignal.abort());
    expect(gone.state.id).toBe(id);
  });

  test("a watcher gets every entry after its number, in order, from any writer", async () => {
    const opened = new Opened({ limits: { openContracts: 100, seats: 9 } });
    const market = await opened.market;
    const heard: StoredEntry[] = [];
    const people = Array.from({ length: 20 }, (_, at) => toySigner(`poster ${at}`));
    await opened.small.grant("10", people);
    await opened.post("1", people[0]);
    const watch = market.watch((entries) => heard.push(...entries));
    expect(watch.afterNo).toBe(1);
    await Promise.all(people.slice(1).map((author, at) => opened.post(`${at + 2}`, author)));
    await market.catchUp();
    expect(heard.map(({ no }) => no)).toEqual(Array.from({ length: 19 }, (_, at) => at + 2));
    watch.stop();
    await opened.post("99", people[0]);
    await market.catchUp();
    expect(heard).toHaveLength(19);
  });
});
