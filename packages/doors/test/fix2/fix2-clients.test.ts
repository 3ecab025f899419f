/** Clients of fix/2 as they are, through whole lives of contracts at the real door. */

import { type ContractId, verifyTranscript } from "@bazaar/kernel";
import { ed25519Verify } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import { type Answer, ServerSaidNo } from "./fix2-client.ts";
import { Fix2Scene, GENERATIONS, type Generation, impatient, noting } from "./fix2-scene.ts";
import { Fix2Agent, type Fix2Principal } from "./fix2-sides.ts";
import type { PythonObject } from "./python-json.ts";

const ALL = Object.keys(GENERATIONS) as readonly Generation[];

/** The payouts that both sides are shown. */
async function paid(...sides: readonly (Fix2Agent | Fix2Principal)[]): Promise<readonly string[]> {
  const [shown, ...others] = await Promise.all(
    sides.map(async (side) => {
      const { payouts } = await side.read("escrow");
      return payouts.map(({ to, amount, status }: PythonObject) => `${to} ${amount} ${status}`);
    }),
  );
  for (const other of others) expect(other).toEqual(shown);
  return shown;
}

/** Anybody can still verify the whole contract. */
async function verifies({ under }: Fix2Scene, { contractId }: Fix2Principal): Promise<void> {
  const found = await under.market.find(contractId);
  const transcript = await under.market.transcript(found?.state.id as ContractId);
  expect(transcript && verifyTranscript(transcript, ed25519Verify)).toMatchObject({ ok: true });
  expect(under.faults).toEqual([]);
}

async function saidNo(asked: Promise<Answer>): Promise<ServerSaidNo> {
  const error = await asked.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof ServerSaidNo) return error;
  throw new Error(`expected a refusal, got ${String(error)}`);
}

describe.each(ALL)("a client that signs %s", (generation) => {
  test("goes from posting to payout", async () => {
    await using scene = await Fix2Scene.open();
    const newcomer = scene.client(generation);
    const events = await newcomer.events();
    const principal = await scene.post(generation);
    const { value: posted } = await events.next();
    expect(posted).toMatchObject({
      event: "contract_posted",
      contract_id: principal.contractId,
      status: "open",
      bounty: "0.50",
      command: "gcc foo.c",
    });
    const { contracts } = await newcomer.get("/contracts?status=open");
    expect(contracts).toMatchObject([{ id: principal.contractId, agent_pubkey: null }]);

    const agent = await Fix2Agent.bond(newcomer, posted.contract_id);
    for (const command of ["cat foo.c", "rm -rf build", "./configure --version"]) {
      expect(await agent.look(command)).toEqual({ status: "pending_result", command });
      expect(await agent.seen(command)).toBeNull();
      await principal.answerLooks((asked) => `${asked} says café`);
    }
    expect(await agent.seen("cat foo.c")).toBe("cat foo.c says café");
    expect(await agent.seen("rm -rf build")).toBe("[BLOCKED] rm -rf build");

    expect(await agent.accept()).toEqual({ status: "in_progress" });
    expect(await agent.setAccount("nano_agent")).toEqual({ status: "ok" });
    expect(await principal.setAccount("nano_principal")).toEqual({ status: "ok" });
    expect(await agent.fix("false", "try")).toEqual({ status: "pending_verification" });
    expect(await principal.verify(false, "still fails")).toEqual({ status: "retry" });
    expect(await agent.chat("ask", "which compiler?")).toEqual({ status: "sent" });
    expect(await principal.chat("answer", "gcc 12")).toEqual({ status: "sent" });
    await agent.fix("apt install libbar-dev", "link libbar — missing");
    const seen = (await principal.see()).transcript.at(-1);
    expect(seen).toMatchObject({ type: "fix", fix: "apt install libbar-dev", from: "agent" });
    expect(await principal.verify(true, "exit 0")).toEqual({ status: "fulfilled" });

    expect(await paid(principal, agent)).toEqual([
      "agent 1.12 confirmed",
      "principal 0.17 confirmed",
      "platform 0.05 confirmed",
    ]);
    expect([(await events.next()).value, (await events.next()).value]).toMatchObject([
      { event: "contract_accepted", status: "in_progress", agent: newcomer.key.id },
      { event: "contract_resolved", status: "fulfilled", bounty: "0.50" },
    ]);
    await events.return();
    expect(await agent.read("verify_chain")).toMatchObject({ valid: true, error: null });
    expect(await agent.see()).toMatchObject({ status: "fulfilled" });
    await verifies(scene, principal);
  });

  test("declines, and the next agent reads why and finishes", async () => {
    await using scene = await Fix2Scene.open();
    const principal = await scene.post(generation);
    const first = await Fix2Agent.bond(scene.client(generation), principal.contractId);
    await first.look("ls");
    await principal.answerLooks(() => "foo.c");
    expect(await first.decline("out of depth")).toEqual({ status: "open" });

    const second = await Fix2Agent.bond(scene.client(generation), principal.contractId);
    const { transcript } = await second.see();
    expect(transcript.find(({ type }: PythonObject) => type === "decline")).toMatchObject({
      reason: "out of depth",
    });
    expect(await second.seen("ls")).toBe("foo.c");
    await second.accept();
    await second.fix("make", "");
    expect(await principal.verify(true, "exit 0")).toEqual({ status: "fulfilled" });
    expect(await paid(principal, second)).toContain("agent 1.12 confirmed");
    await verifies(scene, principal);
  });

  test("accepts after it took a seat that is no longer for looking", async () => {
    await using scene = await Fix2Scene.open();
    const principal = await scene.post(generation);
    for (let idle = 0; idle < 5; idle += 1) {
      await Fix2Agent.bond(scene.client(generation), principal.contractId);
      await scene.pass(121);
    }
    const agent = await Fix2Agent.bond(scene.client(generation), principal.contractId);
    expect(await agent.accept()).toEqual({ status: "in_progress" });
    await agent.fix("make", "it was not built");
    expect(await principal.verify(true, "works")).toMatchObject({ status: "fulfilled" });
  });

  test("disputes, and appeals by another dispute", async () => {
    await using scene = await Fix2Scene.open();
    const { principal, agent } = await scene.working(generation);
    await agent.fix("make", "it works");
    expect(await principal.dispute("not fixed")).toMatchObject({
      status: "awaiting_response",
      court: "district",
      level: 0,
      fee: "0.02",
      response_window: 30,
    });
    expect(await agent.read("dispute_status")).toMatchObject({
      status: "awaiting_response",
      filer: "principal",
      responded: false,
    });
    expect(await agent.respond("it does")).toMatchObject({
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
    const won = await saidNo(agent.dispute("and again"));
    expect([won.status, won.body.code]).toEqual([403, "not_yours_to_appeal"]);
    expect(await principal.dispute("still not")).toMatchObject({ court: "appeals", level: 1 });
    scene.under.verdict = "evil_both";
    expect(await agent.respond("it still does")).toMatchObject({
      outcome: "evil_both",
      court: "appeals",
      can_appeal: true,
      next_court: "supreme",
      flags: ["evil_agent", "evil_principal"],
    });
    await scene.pass(31);
    expect(await agent.read("ruling")).toMatchObject({ final: true, can_appeal: false });
    expect(await paid(principal, agent)).toContain("agent 0.1 confirmed");
    await verifies(scene, principal);
  });

  test("files again after a silent window, and is told the ruling", async () => {
    let onHold: () => void = () => undefined;
    await using scene = await Fix2Scene.open({ startHoldTimer: noting(() => onHold()) });
    const { principal, agent } = await scene.working(generation);
    await agent.fix("make", "it works");
    await agent.dispute("it passes here");
    onHold = scene.under.silenceCourt();
    scene.under.nowMs += 31_000;
    const ruled = await agent.dispute("it passes here");
    expect(ruled).toMatchObject({ outcome: "fulfilled", court: "district", final: false });
    const late = await saidNo(principal.respond("it does not"));
    expect([late.status, late.body.code]).toEqual([410, "too_late_to_respond"]);
    await scene.pass(31);
    expect((await saidNo(principal.respond("it does not"))).status).toBe(410);
    expect(await paid(principal, agent)).toContain("agent 1.12 confirmed");
    await verifies(scene, principal);
  });

  test("asks whether a case is void, and is told when", async () => {
    await using scene = await Fix2Scene.open();
    scene.under.verdict = "refused";
    const { principal, agent } = await scene.working(generation);
    await principal.dispute("no");
    const early = await saidNo(agent.void());
    expect([early.status, early.body.secondsLeft]).toEqual([409, 90]);
    await scene.pass(31);
    await scene.pass(61);
    expect(await agent.void()).toEqual({ status: "voided" });
    expect(await paid(principal, agent)).toContain("agent 0.67 confirmed");
  });

  test("halts and gets the ruling", async () => {
    await using scene = await Fix2Scene.open();
    scene.under.verdict = "evil_agent";
    const { principal } = await scene.working(generation);
    expect(await principal.halt("danger")).toMatchObject({
      ruling: { outcome: "evil_agent", court: "district", level: 0, flags: ["evil_agent"] },
    });
    await verifies(scene, principal);
  });

  test("reviews the work of an autonomous contract", async () => {
    await using scene = await Fix2Scene.open();
    const { principal, agent } = await scene.working(
      generation,
      scene.executed({ mode: "autonomous" }),
    );
    expect(await agent.fix("make", "")).toMatchObject({ status: "review" });
    expect(await principal.read("review_status")).toMatchObject({ status: "review" });
    expect(await principal.review("accept")).toEqual({ status: "fulfilled" });
    expect(await paid(principal, agent)).toContain("agent 1.12 confirmed");
    await verifies(scene, principal);
  });

  test("is answered before it gives up, when the court takes longer", async () => {
    const holds: number[] = [];
    await using scene = await Fix2Scene.open({ startHoldTimer: impatient(holds) });
    scene.under.silenceCourt();
    const unruled = {
      outcome: null,
      court: "district",
      level: 0,
      final: false,
      can_appeal: false,
      next_court: null,
      flags: [],
    };
    const disputed = await scene.working(generation);
    await disputed.principal.dispute("no");
    expect(await disputed.agent.respond("yes")).toMatchObject({ status: "disputed", ...unruled });
    const halted = await scene.working(generation);
    expect(await halted.principal.halt("stop")).toMatchObject({ status: "halted", ruling: null });
    const review = await scene.working(generation, scene.executed({ mode: "autonomous" }));
    await review.agent.fix("make", "");
    expect(await review.principal.review("dispute", "bad")).toMatchObject({
      status: "disputed",
      ...unruled,
    });
    expect(holds).toEqual([25_000, 25_000, 25_000]);
  });
});

test("a second verification of the same second is refused, not answered for the first", async () => {
  await using scene = await Fix2Scene.open();
  const { principal, agent } = await scene.working("requests only");
  await agent.fix("make", "");
  expect(await principal.verify(false, "fails")).toEqual({ status: "retry" });
  expect(await principal.verify(false, "fails"), "a repeat").toEqual({ status: "retry" });
  await agent.fix("make again", "");
  const refused = await saidNo(principal.verify(false, "fails"));
  expect([refused.status, refused.body.code, refused.body.seq]).toEqual([
    409,
    "already_recorded",
    4,
  ]);
  await scene.pass(1);
  expect(await principal.verify(false, "fails")).toMatchObject({ status: "canceled" });
});

test("clients of both generations meet on one contract", async () => {
  await using scene = await Fix2Scene.open();
  const [older, later] = ALL as [Generation, Generation];
  for (const [one, other] of [
    [older, later],
    [later, older],
  ] as const) {
    const principal = await scene.post(one);
    const agent = await Fix2Agent.bond(scene.client(other), principal.contractId);
    await agent.look("uname");
    await principal.answerLooks(() => "Linux");
    expect(await agent.seen("uname")).toBe("Linux");
    await agent.accept();
    await agent.fix("make", "");
    expect(await principal.verify(true, "")).toEqual({ status: "fulfilled" });
    await verifies(scene, principal);
  }
});
