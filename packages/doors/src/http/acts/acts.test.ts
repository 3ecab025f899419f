import { type JsonObject, signOpinion, XNO } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { fireDeadlines } from "@bazaar/market";
import { MemoryRail } from "@bazaar/rails/memory";
import { expect, test } from "vitest";
import { Client, type Reply } from "../../../test/client.ts";
import { DoorUnderTest, document, execution } from "../../../test/door-under-test.ts";
import { Life } from "../../../test/life.ts";
import { fix2Offer } from "../fix2-offer.ts";

/** Sends an act to the endpoint of this name. */
async function say(life: Life, by: Client, word: string, said: JsonObject = {}): Promise<Reply> {
  const { party } = by.signer;
  const keys = { pubkey: party, agent_pubkey: party, principal_pubkey: party };
  return by.send(by.sign(`/contracts/${life.id}/${word}`, { ...said, ...keys }));
}

async function deliberating(under: DoorUnderTest): Promise<Life> {
  const life = await Life.working(under);
  await life.dispute(life.principal, "no");
  return life;
}

test("a principal cancels, an agent backs out under either spelling", async () => {
  await using under = await DoorUnderTest.open();
  const canceled = new Life(under, "requests only");
  await canceled.post();
  expect((await say(canceled, canceled.principal, "cancel", { reason: "solved" })).json).toEqual({
    status: "canceled",
  });
  for (const word of ["back_out", "back-out"]) {
    const left = await Life.working(under);
    expect((await say(left, left.agent, word)).json).toEqual({ status: "open" });
  }
});

test("a halt can be lifted, which answers the held request", async () => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  const held = life.halt("stop");
  await life.reached("halted");
  expect((await say(life, life.principal, "resume")).json).toEqual({ status: "in_progress" });
  expect((await held).json).toMatchObject({ status: "in_progress", ruling: null });
});

test("a halt before work has started cancels the contract", async () => {
  await using under = await DoorUnderTest.open();
  const life = new Life(under, "requests only");
  await life.post();
  expect((await life.halt("never mind")).json).toEqual({ status: "canceled", ruling: null });
});

test("a dispute and its response take evidence, and record it", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 20 } });
  const life = await Life.working(under);
  const shown = { argument: "see", evidence: { output: "all ok", salt: "5e".repeat(32) } };
  expect((await say(life, life.agent, "dispute", shown)).status).toBe(200);
  expect((await say(life, life.principal, "respond", shown)).status).toBe(200);
  const found = await under.market.find(life.id);
  const transcript = await under.market.transcript(found!.state.id);
  const said = transcript?.entries.filter(({ type }) => type.startsWith("dispute_"));
  expect(said?.map(({ data }) => data.evidence)).toEqual([shown.evidence, shown.evidence]);
});

test.each(["appeal", "dispute"])("an appeal by POST /%s takes evidence", async (word) => {
  await using under = await DoorUnderTest.open();
  const life = await deliberating(under);
  const answered = life.respond(life.agent, "yes");
  await life.reached("deliberating");
  await under.turn();
  await answered;
  const evidence = { output: "all ok", salt: "5e".repeat(32) };
  expect((await say(life, life.principal, word, { argument: "see", evidence: 7n })).status).toBe(
    422,
  );
  const filed = await say(life, life.principal, word, { argument: "see", evidence });
  expect(filed.json).toMatchObject({ status: "awaiting_response", court: "appeals" });
  const found = await under.market.find(life.id);
  const transcript = await under.market.transcript(found!.state.id);
  expect(transcript?.entries.at(-1)).toMatchObject({ type: "appeal", data: { evidence } });
});

test("when no ruling comes in time a held request says where to look", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 20 } });
  const life = await deliberating(under);
  const { json } = await life.respond(life.agent, "yes");
  expect(json).toMatchObject({ status: "disputed", outcome: null });
  expect(json.message).toContain(`GET /contracts/${life.id}/ruling`);
});

test("when too many requests are held, the next is recorded and answered at once", async () => {
  await using under = await DoorUnderTest.open({ limits: { heldRequests: 0 } });
  const life = await deliberating(under);
  expect((await life.respond(life.agent, "yes")).json).toMatchObject({ outcome: null });
  expect((await under.market.find(life.id))?.state.phase).toBe("deliberating");
});

test("a silent court voids the contract, and held requests say so", async () => {
  await using under = await DoorUnderTest.open();
  under.verdict = "refused";
  const life = await deliberating(under);
  const early = await say(life, life.agent, "void");
  expect(early).toMatchObject({ status: 409, json: { code: "not_void_yet", secondsLeft: 90 } });
  expect(early.headers.get("Retry-After")).toBe("90");
  const held = life.respond(life.agent, "yes");
  await life.reached("deliberating");
  await under.turn();
  expect((await held).json).toMatchObject({ status: "voided", outcome: "voided" });
  under.nowMs += 1_000;
  expect((await say(life, life.agent, "void")).json).toEqual({ status: "voided" });
  const stranger = new Client(under, generateSigner());
  expect((await say(life, stranger, "void")).status).toBe(403);
});

test("a contract without a dispute cannot be voided", async () => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  expect(await say(life, life.agent, "void")).toMatchObject({
    status: 409,
    json: { code: "wrong_phase", phase: "in_progress" },
  });
});

test("a case that is filed again under a key is refused, because nothing new is recorded", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 1 } });
  under.silenceCourt();
  const life = await deliberating(under);
  under.nowMs += 31_000;
  await fireDeadlines(under.needs);
  const again = life.principal.sign(`/contracts/${life.id}/dispute`, {
    argument: "no",
    pubkey: life.principal.signer.party,
  });
  expect((await life.principal.send(again)).json).toMatchObject({ outcome: null });
  expect(await life.principal.send(again, { "Idempotency-Key": "mine" })).toMatchObject({
    status: 409,
    json: { code: "wrong_phase", phase: "deliberating" },
  });
  const agent = { argument: "no", pubkey: life.agent.signer.party };
  expect(await say(life, life.agent, "dispute", agent)).toMatchObject({ status: 409 });
});

test("an appeal has its own endpoint; the winner cannot appeal", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 1 } });
  const life = await deliberating(under);
  await life.respond(life.agent, "yes");
  await under.turn();
  const argument = { argument: "look again" };
  expect((await say(life, life.agent, "appeal", argument)).json).toMatchObject({
    code: "not_yours_to_appeal",
    against: "principal",
  });
  expect((await say(life, life.principal, "appeal", argument)).json).toMatchObject({
    status: "awaiting_response",
    court: "appeals",
    fee: "0.05",
  });
});

/** The last request again, once the court has spoken. */
async function heard(life: Life): Promise<Reply> {
  await life.under.turn();
  const { by, prepared } = life.sent.at(-1)!;
  return by.send(prepared);
}

test("the supreme court's ruling is final and names no next court", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 1 } });
  const life = await deliberating(under);
  for (const court of ["district", "appeals"]) {
    await life.respond(life.agent, `at ${court}`);
    expect((await heard(life)).json).toMatchObject({ court, final: false, can_appeal: true });
    await life.dispute(life.principal, `against ${court}`);
  }
  await life.respond(life.agent, "at last");
  expect((await heard(life)).json).toMatchObject({
    status: "resolved",
    court: "supreme",
    level: 2,
    final: true,
    can_appeal: false,
    next_court: null,
    next_fee: null,
  });
});

test("when the higher court refuses, the previous ruling is final", async () => {
  await using under = await DoorUnderTest.open({ limits: { holdMs: 1 } });
  const life = await deliberating(under);
  await life.respond(life.agent, "yes");
  await under.turn();
  await life.dispute(life.principal, "once more");
  under.verdict = "refused";
  await life.respond(life.agent, "no");
  expect((await heard(life)).json).toMatchObject({
    status: "resolved",
    outcome: "fulfilled",
    court: "district",
    final: true,
    can_appeal: false,
  });
});

test("a ruling counts if the contract's judge signed it, no matter who submits it", async () => {
  const judge = generateSigner();
  await using under = await DoorUnderTest.open({ judge: judge.party, limits: { holdMs: 1 } });
  const life = new Life(under, "requests only");
  await life.post({ judge: { pubkey: judge.party, fee: "0.17" }, platform: under.server.party });
  await life.bond();
  await life.accept();
  await life.dispute(life.principal, "no");
  await life.respond(life.agent, "yes");
  const found = await under.market.find(life.id);
  const { id, case: open } = found!.state;
  const data = {
    outcome: "canceled",
    court: "district",
    question: BigInt(open?.question ?? -1),
    reasoning: "seen",
  };
  const messenger = new Client(under, generateSigner());
  const hand = (ruling: JsonObject) =>
    messenger.send(messenger.sign(`/contracts/${life.id}/ruling`, { ruling }));
  expect(await hand(data)).toMatchObject({ status: 400, json: { code: "bad_origin" } });
  const forged = { ...signOpinion(generateSigner(), id, data) };
  expect((await hand(forged)).status).toBe(403);
  const changed = { ...signOpinion(judge, id, data), outcome: "fulfilled" };
  expect(await hand(changed)).toMatchObject({ status: 401, json: { code: "bad_signature" } });
  expect((await hand(signOpinion(judge, id, data))).json).toEqual({ status: "disputed" });
});

test("each side sets its own account, with any of the fields", async () => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  const { principal, agent } = life;
  const named = { principal_account: "nano_1" };
  expect((await say(life, principal, "accounts", named)).json).toEqual({ status: "ok" });
  expect((await say(life, agent, "accounts", { account: "nano_2" })).json).toEqual({
    status: "ok",
  });
  expect(await say(life, agent, "accounts", named)).toMatchObject({
    status: 400,
    json: { code: "wrong_side", side: "agent" },
  });
  expect((await say(life, agent, "accounts", {})).status).toBe(422);
  expect((await say(life, agent, "accounts", { ...named, account: "x" })).status).toBe(422);
  const accounts = (await under.market.find(life.id))?.state.accounts;
  expect(accounts).toEqual({ [principal.signer.party]: "nano_1", [agent.signer.party]: "nano_2" });
});

test.each([
  { word: "chat", said: { message: "hi", from_side: "principal", msg_type: "message" } },
  { word: "dispute", said: { argument: "mine", side: "principal" } },
])("a side cannot speak for the other: $word", async ({ word, said }) => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  expect(await say(life, life.agent, word, said)).toMatchObject({
    status: 400,
    json: { code: "wrong_side" },
  });
});

test("the faucet gives to the signer, at intervals, and only known assets", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const platform = under.server.party;
  const ask = (body: JsonObject) => client.send(client.sign("/faucet", { platform, ...body }));
  expect((await ask({ asset: "XNO" })).json).toEqual({ status: "ok", asset: "XNO", amount: "5" });
  const again = await ask({ asset: "XNO" });
  expect(again).toMatchObject({ status: 429, json: { code: "too_early" } });
  expect(Number(again.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(await ask({ asset: "GOLD" })).toMatchObject({ status: 404, json: { code: "no_faucet" } });
  const named = { asset: "XNO", pubkey: generateSigner().party };
  expect((await ask(named)).status).toBe(401);
});

test("the faucet must be named, or another market could take the request for its own", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  for (const body of [{ asset: "XNO" }, { asset: "XNO", platform: generateSigner().party }]) {
    const refused = await client.send(client.sign("/faucet", body));
    expect(refused).toMatchObject({ status: 400, json: { code: "market_not_named" } });
    expect(refused.json.detail).toContain(`"platform" is "${under.server.party}"`);
  }
});

test.each([
  { what: "names neither judge nor market", changes: { judge: null }, status: 400 },
  { what: "names another market", changes: { platform: generateSigner().party }, status: 400 },
  { what: "is for nothing", changes: { judge: null, escrow: null }, status: 200 },
])("a post without an entry that $what: $status", async ({ changes, status }) => {
  await using under = await DoorUnderTest.open();
  const principal = new Client(under, generateSigner());
  const reply = await principal.send(principal.post(document(under, changes)));
  const code = status === 400 ? "market_not_named" : undefined;
  expect([reply.status, reply.json.code]).toEqual([status, code]);
  const named = { ...changes, platform: under.server.party };
  expect((await principal.send(principal.post(document(under, named)))).status).toBe(200);
  const entry = new Client(under, generateSigner(), "dated entries");
  expect((await entry.send(entry.post(document(under, { judge: null })))).status).toBe(200);
});

test("on a rail that waits for deposits, post and bond say where to pay", async () => {
  const rail = new MemoryRail("nano");
  await using under = await DoorUnderTest.open({
    needs: (needs) => {
      const scale = 10n ** 21n;
      const money = fix2Offer(needs.offer).money.map((offer) => ({
        ...offer,
        asset: XNO,
        rail: "nano" as const,
        bountyMinimum: offer.bountyMinimum * scale,
        bountyMaximum: offer.bountyMaximum * scale,
        tierFees: offer.tierFees.map((fee) => fee * scale),
        platformFeeMinimum: offer.platformFeeMinimum * scale,
      }));
      return {
        ...needs,
        rails: [rail],
        offer: { ...needs.offer, profiles: { "fix/2": { ...fix2Offer(needs.offer), money } } },
        reviewTerms: () => null,
      };
    },
  });
  const life = new Life(under, "requests only");
  const posted = await life.post({ execution: execution({}) });
  expect(posted.json).toMatchObject({
    status: "open",
    deposit: {
      address: "nano-address-1",
      amount: "0.67",
      currency: "XNO",
      expires_at: under.nowMs / 1_000 + 600,
    },
  });
  const { by, prepared } = life.sent[0]!;
  expect((await by.send(prepared)).json, "a repeat names the same address").toEqual(posted.json);
  expect(await life.bond()).toMatchObject({ status: 409, json: { phase: "unfunded" } });
});
