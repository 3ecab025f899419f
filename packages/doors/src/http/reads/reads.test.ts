import { contractAlias, parseJson, parseTranscript, verifyTranscript } from "@bazaar/kernel";
import { AGENT, PRINCIPAL, RIVAL, SERVER, START_MS, toyVerify } from "@bazaar/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { contractView } from "../views/contract.ts";
import { wireText } from "../wire-text.ts";
import { DOCUMENT, ReadingMarket, signedBy } from "./test/reading-market.ts";
import { shapeProblems, WIRE_SAMPLES } from "./test/wire-samples.ts";

let bazaar: ReadingMarket;
beforeEach(async () => {
  bazaar = await ReadingMarket.open();
});

/** The contract that a sample was captured from: filed, or under review. */
async function sceneFor(path: string): Promise<string> {
  if (path.endsWith("review_status")) {
    const id = await bazaar.atWork({ rules: { mode: "autonomous" } });
    return bazaar.act(AGENT, id, "fix");
  }
  const id = await bazaar.atWork();
  if (path.endsWith("dispute_status")) return bazaar.act(PRINCIPAL, id, "dispute_filed");
  if (path.endsWith("ruling")) {
    await bazaar.act(PRINCIPAL, id, "dispute_filed");
    await bazaar.act(AGENT, id, "dispute_response");
    return bazaar.act(SERVER, id, "ruling");
  }
  return id;
}

describe("what existing clients read", () => {
  test.each(Object.keys(WIRE_SAMPLES))("GET %s has every field of the sample", async (path) => {
    const name = path.includes("pubkey}") ? AGENT.party : await sceneFor(path);
    expect(shapeProblems(WIRE_SAMPLES[path], await bazaar.read(path, { name }))).toEqual([]);
  });

  test("times are seconds with a decimal point, also at a full second", async () => {
    const name = await bazaar.post();
    const answered = await bazaar.endpoint("/contracts/{id}").run(bazaar.call({}, name, null));
    expect(answered.ok && wireText(answered.value)).toContain('"created_at":1700000000.0,');
  });

  test("the document is returned as posted, number by number", async () => {
    const document = { ...DOCUMENT, x_run: 1n, x_far: 10n ** 30n };
    const name = await bazaar.post({ document });
    const answered = await bazaar.endpoint("/contracts/{id}").run(bazaar.call({}, name, null));
    const text = answered.ok ? wireText(answered.value) : "";
    expect(text).toContain(`"contract":${wireText(document)}`);
  });

  test("platform_info shows the fees", async () => {
    const { stats, court_tiers, offer, assets, rules, ...info } = (await bazaar.read(
      "/platform_info",
    )) as Record<string, unknown>;
    expect(info).toMatchObject({
      min_bounty: "0.19",
      judge_fee: "0.17",
      min_inclusive_bond: "0.36",
      platform_fee_rate: "0.10",
      platform_fee_min: "0.002",
      cancel_fee_rate: "0.20",
      currency: "XNO",
    });
    expect(court_tiers).toMatchObject([
      { name: "district", fee: "0.02" },
      { name: "appeals", fee: "0.05" },
      { name: "supreme", fee: "0.1" },
    ]);
    expect(rules).toMatchObject({ pickup_seconds: { usual: 30 }, review_seconds: { min: 60 } });
  });

  test("platform_info says above which bounties a lie pays", async () => {
    expect(await bazaar.read("/platform_info")).toMatchObject({
      court_fit: [
        { accuracy: "0.90", max_bounty: "1.7" },
        { accuracy: "0.95", max_bounty: "3.58" },
        { accuracy: "0.99", max_bounty: "18.7" },
      ],
      notes: [
        expect.any(String),
        "Lying in court pays on average for bounties above 1.7 XNO if the court is right in 90 % of its rulings, above 3.58 XNO if the court is right in 95 % of its rulings, above 18.7 XNO if the court is right in 99 % of its rulings.",
      ],
    });
  });
});

describe("one contract", () => {
  test("is found by its alias and by its whole id", async () => {
    const id = await bazaar.post();
    for (const name of [id, contractAlias(id)]) {
      expect(await bazaar.read("/contracts/{id}", { name })).toMatchObject({
        id: contractAlias(id),
        contract_id_full: id,
      });
    }
  });

  test.each(["", "nothing", "__proto__", "0".repeat(31), "0".repeat(64), `${"a".repeat(500)}`])(
    "is not found under %j",
    async (name) => {
      expect(await bazaar.read("/contracts/{id}", { name })).toMatchObject({
        code: "unknown_contract",
      });
    },
  );

  test("its exported transcript verifies", async () => {
    const id = await bazaar.atWork();
    const answered = await bazaar
      .endpoint("/contracts/{id}/transcript")
      .run(bazaar.call({}, id, null));
    const parsed = parseJson(answered.ok ? wireText(answered.value) : "");
    const transcript = parsed.ok ? parseTranscript(parsed.value) : parsed;
    if (!transcript.ok) throw new Error(JSON.stringify(transcript.refusal));
    expect(verifyTranscript(transcript.value, toyVerify)).toMatchObject({
      ok: true,
      value: { id, phase: "in_progress" },
    });
  });

  test("its transcript ends at the head it shows", async () => {
    const id = await bazaar.atWork();
    const shown = (await bazaar.read("/contracts/{id}", { name: id })) as {
      transcript: unknown[];
      received_at: unknown[];
      transcript_entries: number;
    };
    expect(shown.transcript).toHaveLength(3);
    expect(shown.received_at).toHaveLength(3);
    expect(shown.transcript_entries).toBe(3);
  });

  test("its entries have no signature and the fields of their data beside them", async () => {
    const id = await bazaar.atWork();
    const hostile = { signature: "00", type: "ruling", seq: 99n, author: "me", terms: {} };
    await bazaar.act(AGENT, id, "message", { message: "hi", ...hostile });
    const shown = (await bazaar.read("/contracts/{id}", { name: id })) as {
      transcript: Record<string, unknown>[];
    };
    expect(shown.transcript.filter((entry) => "signature" in entry)).toEqual([]);
    const [post, bond] = shown.transcript;
    expect(post).not.toHaveProperty("terms");
    expect(post).toHaveProperty("data.terms");
    expect(bond).toHaveProperty("data");
    expect(shown.transcript[3]).toMatchObject({
      type: "message",
      seq: 3,
      author: AGENT.party,
      message: "hi",
      data: { message: "hi" },
    });
    expect(shown.transcript[3]).not.toHaveProperty("terms");
    const exported = (await bazaar.read("/contracts/{id}/transcript", { name: id })) as {
      entries: Record<string, unknown>[];
    };
    expect(exported.entries.filter((entry) => "signature" in entry)).toHaveLength(4);
  });

  test("an entry recorded between two reads is not shown past the head", async () => {
    const id = await bazaar.atWork();
    const before = (await bazaar.market.find(id))!;
    await bazaar.act(AGENT, id, "message");
    const after = (await bazaar.market.transcript(id))!;
    const shown = contractView(before, after, bazaar.market.party, bazaar.market.nowMs());
    expect(after.entries).toHaveLength(4);
    expect([shown.transcript, shown.received_at]).toMatchObject([{ length: 3 }, { length: 3 }]);
  });
});

test("waiting for a chain to grow has places for the two sides alone, if they sign", async () => {
  const id = await bazaar.atWork();
  const query = { after: "99", wait: "1" };
  for (const caller of [null, signedBy(RIVAL), signedBy(PRINCIPAL), signedBy(AGENT)]) {
    await bazaar.read("/contracts/{id}/chain_head", { name: id, query, caller });
  }
  expect(bazaar.heldAs).toEqual(["anyone", "anyone", "party", "party"]);
});

describe("escrow", () => {
  test("shows the accounts to the two sides only", async () => {
    const id = await bazaar.atWork();
    await bazaar.act(AGENT, id, "set_account", { account: "nano_agent" });
    const path = "/contracts/{id}/escrow";
    const stranger = await bazaar.read(path, { name: id });
    expect(stranger).not.toHaveProperty("agent_account");
    expect(stranger).not.toHaveProperty("escrow_account");
    for (const side of [PRINCIPAL, AGENT]) {
      const seen = await bazaar.read(path, { name: id, caller: signedBy(side) });
      expect(seen).toMatchObject({
        agent_account: "nano_agent",
        principal_account: null,
        escrow_account: null,
      });
    }
    expect(await bazaar.read(path, { name: id, caller: signedBy(RIVAL) })).toMatchObject({
      code: "not_a_party",
    });
  });

  test("shows what is held and, after the end, every payout with its proof", async () => {
    const id = await bazaar.atWork();
    const path = "/contracts/{id}/escrow";
    expect(await bazaar.read(path, { name: id })).toMatchObject({
      bounty: "0.50",
      held: { principal: "0.67", agent: "0.67" },
      payouts: [],
    });
    await bazaar.act(AGENT, id, "fix");
    await bazaar.act(PRINCIPAL, id, "verify");
    const paid = (await bazaar.read(path, { name: id })) as {
      payouts: { to: string; amount: string; status: string; proof: string | null }[];
    };
    expect(paid).toMatchObject({
      locked: false,
      resolved: true,
      resolution: { status: "fulfilled", outcome: "fulfilled", settled: true },
    });
    expect(paid.payouts.map(({ to, amount, status }) => `${to} ${amount} ${status}`)).toEqual([
      "agent 1.12 confirmed",
      "principal 0.17 confirmed",
      "platform 0.05 confirmed",
    ]);
    expect(paid.payouts.every(({ proof }) => proof !== null)).toBe(true);
  });

  test("shows a side where to pay its deposit", async () => {
    const id = await bazaar.post({ rail: "nano" });
    const seen = await bazaar.read("/contracts/{id}/escrow", {
      name: id,
      caller: signedBy(PRINCIPAL),
    });
    expect(seen).toMatchObject({
      locked: false,
      deposits: [{ side: "principal", amount: "0.67", currency: "XNO" }],
    });
    expect(seen).toHaveProperty("escrow_account", expect.any(String));
  });
});

describe("a case", () => {
  test("is shown from the filing to the final ruling", async () => {
    const id = await bazaar.atWork();
    const status = () => bazaar.read("/contracts/{id}/dispute_status", { name: id });
    const ruling = () => bazaar.read("/contracts/{id}/ruling", { name: id });
    expect(await status()).toMatchObject({ status: "no_pending_dispute", filer: null });
    expect(await ruling()).toBeNull();
    await bazaar.act(PRINCIPAL, id, "dispute_filed");
    bazaar.wait(12);
    expect(await status()).toMatchObject({
      status: "awaiting_response",
      filer: "principal",
      court: "district",
      fee: "0.02",
      remaining: 18,
    });
    await bazaar.act(AGENT, id, "dispute_response");
    expect(await status()).toMatchObject({ status: "ready_for_ruling", responded: true });
    await bazaar.act(SERVER, id, "ruling");
    expect(await status()).toMatchObject({ status: "ruled", waiting_for: "principal" });
    expect(await ruling()).toEqual({
      outcome: "fulfilled",
      reasoning: "the command passes",
      court: "district",
      level: 0,
      final: false,
      can_appeal: true,
      next_court: "appeals",
      next_fee: "0.05",
      flags: [],
      against: "principal",
    });
    await bazaar.lapse(id);
    expect(await ruling()).toMatchObject({ final: true, can_appeal: false, next_court: null });
    expect(await status()).toMatchObject({ status: "no_pending_dispute" });
  });

  test.each([
    { outcome: "evil_agent", flags: ["evil_agent"], against: "agent" },
    { outcome: "evil_principal", flags: ["evil_principal"], against: "principal" },
    { outcome: "evil_both", flags: ["evil_agent", "evil_principal"], against: "both" },
  ])("flags bad faith: $outcome", async ({ outcome, ...shown }) => {
    const id = await bazaar.atWork();
    await bazaar.act(PRINCIPAL, id, "halt");
    const question = BigInt((await bazaar.market.find(id))?.state.case?.question ?? 0);
    const said = { outcome, court: "district", question, reasoning: "rm -rf" };
    await bazaar.act(SERVER, id, "ruling", said);
    expect(await bazaar.read("/contracts/{id}/ruling", { name: id })).toMatchObject(shown);
  });
});

describe("keys and figures", () => {
  test("a key is read with or without fix_", async () => {
    await bazaar.atWork();
    const withPrefix = await bazaar.read("/reputation/{pubkey}", { name: AGENT.party });
    const bare = await bazaar.read("/reputation/{pubkey}", { name: AGENT.party.slice(4) });
    expect(bare).toEqual(withPrefix);
    expect(bare).toMatchObject({
      as_agent: { in_progress: 1 },
      as_principal: {},
      balances: { XNO: "999999.33" },
    });
    expect(await bazaar.read("/reputation/{pubkey}", { name: "fix_abc" })).toMatchObject({
      code: "malformed_party",
    });
  });

  test("a principal's failures without evidence are on its record", async () => {
    const id = await bazaar.atWork();
    await bazaar.act(AGENT, id, "fix");
    await bazaar.act(PRINCIPAL, id, "verify", { success: false });
    const name = PRINCIPAL.party;
    expect(await bazaar.read("/reputation/{pubkey}", { name })).toMatchObject({
      unsupported_failures: 1,
    });
  });

  test("a statement has a line for every transfer, page by page, newest first", async () => {
    await bazaar.post();
    await bazaar.post();
    const path = "/accounts/{pubkey}/statement";
    const name = PRINCIPAL.party;
    const whole = (await bazaar.read(path, { name })) as { postings: { no: number }[] };
    expect(whole.postings).toMatchObject([
      { direction: "out", amount: "0.67", asset: "XNO" },
      { direction: "out", amount: "0.67" },
      { direction: "in", amount: "1000000", from: "world" },
    ]);
    const first = (await bazaar.read(path, { name, query: { limit: "2" } })) as typeof whole & {
      next: number;
    };
    const second = (await bazaar.read(path, {
      name,
      query: { limit: "2", before: `${first.next}` },
    })) as typeof whole;
    expect([...first.postings, ...second.postings]).toEqual(whole.postings);
    expect(second).toMatchObject({ next: null });
  });

  test("solvency adds up while money is held", async () => {
    const id = await bazaar.atWork();
    expect(await bazaar.read("/solvency")).toMatchObject({
      solvent: true,
      lines: expect.arrayContaining([
        expect.objectContaining({
          rail: "ledger",
          asset: "XNO",
          owed_to_contracts: "1.34",
          difference: "0",
          contracts: [{ contract_id: contractAlias(id), owed: "1.34" }],
        }),
      ]),
    });
  });

  test("stats count every contract once", async () => {
    await bazaar.post();
    await bazaar.atWork();
    await bazaar.post({ rail: "nano" });
    expect(await bazaar.read("/stats")).toMatchObject({
      open_contracts: 1,
      in_progress: 1,
      unfunded: 1,
      total: 3,
      unique_agents: 1,
    });
  });

  test("outages are listed page by page, newest first, with the market's time", async () => {
    expect(await bazaar.read("/outages")).toEqual({
      market_time: START_MS,
      outages: [],
      next: null,
    });
    for (const seconds of [-60, -50, -40]) await bazaar.store.beat(START_MS + seconds * 1_000);
    const [older, newer] = [
      { from: START_MS - 60_000, to: START_MS - 50_000 },
      { from: START_MS - 50_000, to: START_MS - 40_000 },
    ];
    expect(await bazaar.read("/outages")).toMatchObject({ outages: [newer, older], next: null });
    const first = await bazaar.read("/outages", { query: { limit: "1" } });
    expect(first).toMatchObject({ outages: [newer], next: newer.from });
    const query = { limit: "1", before: `${newer.from}` };
    expect(await bazaar.read("/outages", { query })).toMatchObject({ outages: [older] });
  });

  test("ready says no until the server can work", async () => {
    expect(await bazaar.read("/health")).toEqual({ status: "up", store: "ok" });
    expect(await bazaar.read("/ready")).toEqual({ status: "ready" });
    bazaar.isReady = false;
    expect(await bazaar.read("/ready")).toMatchObject({ code: "unavailable" });
  });
});
