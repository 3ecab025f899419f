/** Whole lives of contracts over HTTP, as each generation of clients lives them. */
import { type ContractId, verifyTranscript } from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import { Client, GENERATIONS, type Reply } from "../../../test/client.ts";
import { DoorUnderTest, execution } from "../../../test/door-under-test.ts";
import { Life } from "../../../test/life.ts";

const HEX = expect.stringMatching(/^[0-9a-f]{32}$/);

/** An outsider's view of the whole contract, and that every request is recognised again. */
async function holdsTogether(life: Life): Promise<void> {
  const { under } = life;
  const found = await under.market.find(life.id);
  const id = found?.state.id as ContractId;
  const transcript = (await under.market.transcript(id))!;
  expect(verifyTranscript(transcript, ed25519Verify)).toMatchObject({ ok: true });

  await under.restart();
  for (const { by, prepared, reply } of life.sent) {
    const again = await by.send(prepared);
    // Only an entry has a place in the chain, so that it is the same one for certain.
    const isUncertain = !prepared.init.body.includes("chain_entry") && again.status === 409;
    const expected = isUncertain ? { code: "already_recorded" } : reply.json;
    const status = isUncertain ? 409 : 200;
    expect({ path: prepared.path, ...again }).toMatchObject({ status, json: expected });
  }
  const after = (await under.market.transcript(id))!;
  expect(after.entries.length, "a repeat writes nothing").toBe(transcript.entries.length);
  expect(under.faults).toEqual([]);
}

/** Waits for a held request while the server works. */
async function whileServing(under: DoorUnderTest, held: Promise<Reply>): Promise<Reply> {
  for (;;) {
    const done = await Promise.race([held, new Promise((go) => setTimeout(go, 5, null))]);
    if (done !== null) return done as Reply;
    await under.turn();
  }
}

const autonomous = { execution: execution({ mode: "autonomous" }) };

describe.each(GENERATIONS)("a client that signs %s", (generation) => {
  test("posts, gets a fix at the second attempt, and pays", async () => {
    await using under = await DoorUnderTest.open();
    const life = new Life(under, generation);
    expect((await life.post()).json).toEqual({
      contract_id: HEX,
      status: "open",
      server_pubkey: under.server.party.slice(4),
    });
    expect((await life.bond()).json).toEqual({
      status: "investigating",
      bond: { status: "agent_locked", inclusive_bond: "0.67", judge_fee: "0.17" },
    });
    expect((await life.investigate("cat foo.c")).json).toEqual({
      status: "pending_result",
      command: "cat foo.c",
    });
    expect((await life.result("cat foo.c", "int main(){}\n")).json).toEqual({ status: "ok" });
    expect((await life.accept()).json).toEqual({ status: "in_progress" });
    expect((await life.fix("false # 0")).json).toEqual({ status: "pending_verification" });
    expect((await life.verify(false)).json).toEqual({ status: "retry" });
    expect((await life.chat(life.agent, "ask", "which compiler?")).json).toEqual({
      status: "sent",
    });
    expect((await life.chat(life.principal, "answer", "gcc 12")).json).toEqual({ status: "sent" });
    expect((await life.fix("apt install libbar-dev")).json.status).toBe("pending_verification");
    expect((await life.verify(true)).json).toEqual({ status: "fulfilled" });
    await holdsTogether(life);
  });

  test("declines, and another agent takes the contract and exhausts it", async () => {
    await using under = await DoorUnderTest.open();
    const life = new Life(under, generation);
    await life.post({ execution: execution({ max_attempts: 1n }) });
    await life.bond();
    expect((await life.decline("out of depth")).json).toEqual({ status: "open" });
    const second = new Client(under, generateSigner(), generation);
    expect((await life.bond(second)).json.status).toBe("investigating");
    under.nowMs += 1_000;
    expect((await life.bond()).status).toBe(409);
    expect((await life.accept(second)).json).toEqual({ status: "in_progress" });
    await holdsTogether(life);
  });

  test("bonds and accepts as always where looking is over, with one effect", async () => {
    await using under = await DoorUnderTest.open();
    const life = new Life(under, generation);
    await life.post();
    const now = async () => (await under.market.find(life.id))!;
    while (!(await now()).state.looking.isOver) {
      const idler = new Client(under, generateSigner(), generation);
      expect((await life.bond(idler)).json.status).toBe("investigating");
      await under.wait(121_000);
    }
    expect((await life.bond()).json).toMatchObject({ bond: { status: "agent_locked" } });
    const { chain } = await now();
    expect((await life.accept()).json).toEqual({ status: "in_progress" });
    expect((await now()).chain).toEqual(chain);
    const rival = new Client(under, generateSigner(), generation);
    expect((await life.accept(rival)).status).toBe(409);
    expect((await life.fix("make")).json).toEqual({ status: "pending_verification" });
    expect((await life.verify(true)).json).toEqual({ status: "fulfilled" });
  });

  test("disputes, gets a ruling, and appeals by another dispute", async () => {
    await using under = await DoorUnderTest.open();
    const life = await Life.working(under, generation);
    const filed = await life.dispute(life.principal, "not fixed");
    expect(filed.json).toMatchObject({
      status: "awaiting_response",
      court: "district",
      level: 0,
      fee: "0.02",
      response_deadline: under.nowMs / 1_000 + 30,
      response_window: 30,
      message: expect.stringContaining(`/contracts/${life.id}/respond`),
    });
    const responded = await whileServing(under, life.respond(life.agent, "it works"));
    expect(responded.json).toMatchObject({
      outcome: "fulfilled",
      reasoning: "scripted fulfilled",
      court: "district",
      level: 0,
      final: false,
      can_appeal: true,
      next_court: "appeals",
      next_fee: "0.05",
      flags: [],
    });
    const appealed = await life.dispute(life.principal, "still not fixed");
    expect(appealed.json).toMatchObject({ court: "appeals", level: 1, fee: "0.05" });
    under.verdict = "evil_principal";
    const again = await whileServing(under, life.respond(life.agent, "it does"));
    expect(again.json).toMatchObject({ outcome: "evil_principal", court: "appeals", level: 1 });
    await under.wait(31_000);
    await holdsTogether(life);
    expect((await under.market.find(life.id))?.state.phase).toBe("resolved");
  });

  test("halts and gets the ruling", async () => {
    await using under = await DoorUnderTest.open();
    under.verdict = "evil_agent";
    const life = await Life.working(under, generation);
    const halted = await whileServing(under, life.halt("it runs rm -rf"));
    expect(halted.json).toMatchObject({
      status: "disputed",
      ruling: { outcome: "evil_agent", court: "district", level: 0, flags: ["evil_agent"] },
    });
    await holdsTogether(life);
  });

  test("reviews: accept, reject, dispute", async () => {
    await using under = await DoorUnderTest.open();
    const accepted = await Life.working(under, generation, autonomous);
    expect((await accepted.fix("make it so")).json).toEqual({
      status: "review",
      review_expires_at: under.nowMs / 1_000 + 60,
    });
    expect((await accepted.review("accept")).json).toEqual({ status: "fulfilled" });
    await holdsTogether(accepted);

    const rejected = await Life.working(under, generation, autonomous);
    await rejected.fix("make it so");
    expect((await rejected.review("reject")).json).toEqual({
      status: "canceled",
      contest_expires_at: under.nowMs / 1_000 + 30,
    });
    await holdsTogether(rejected);

    under.verdict = "canceled";
    const disputed = await Life.working(under, generation, autonomous);
    await disputed.fix("make it so");
    const held = disputed.review("dispute", "bad");
    await disputed.reached("awaiting_response");
    await under.wait(31_000);
    expect((await whileServing(under, held)).json).toMatchObject({
      outcome: "canceled",
      reasoning: "scripted canceled",
      flags: [],
    });
  });
});
