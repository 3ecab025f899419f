import {
  type ContractId,
  type JsonObject,
  signOpinion,
  TEXT_LIMITS,
  TIERS,
  verifyTranscript,
} from "@bazaar/kernel";
import {
  AGENT,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  samplePot,
  sampleTerms,
  through,
  toyVerify,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { codeOf, SmallMarket } from "../../test/small-market.ts";
import type { Needs } from "../needs.ts";
import { JudgeUnavailable, type Opinion } from "../ports/judge.ts";
import { RailUnavailable } from "../ports/rail.ts";
import { exportTranscript } from "../queries/export-transcript.ts";
import { recordAct } from "../record-act.ts";
import { fireDeadlines } from "./fire-deadlines.ts";
import { runTasks } from "./run-tasks.ts";

describe("a judge who is asked", () => {
  test.each([
    { answer: "fulfilled", phase: "ruled", last: "ruling" },
    { answer: "evil_both", phase: "ruled", last: "ruling" },
    { answer: "unreadable", phase: "ruled", last: "ruling" },
    { answer: "refused", phase: "voided", last: "voided" },
  ] as const)("and answers $answer leaves the case $phase", async ({ answer, phase, last }) => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    market.opinion = { answer, reasoning: "It is proven.", details: { model: "toy" } };
    expect(await runTasks(market.needs())).toBe(1);
    expect((await market.state(id)).phase).toBe(phase);
    const entry = (await market.store.entries(id)).at(-1)?.entry;
    expect(entry?.type).toBe(last);
    expect(entry?.data).toMatchObject({ reasoning: "It is proven.", model: "toy" });
    expect(await runTasks(market.needs())).toBe(0);
  });

  test("gets the transcript, the bench and the time limit", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const files: unknown[] = [];
    const judge: Needs["judge"] = {
      opine: async (file) => {
        files.push(file);
        return market.opinion as Opinion;
      },
    };
    const byMs = (await market.state(id)).deadline?.atMs;
    await runTasks(market.needs({ judge }));
    expect(files).toMatchObject([{ question: { bench: "district", byMs }, transcript: { id } }]);
  });

  test("and is unavailable is asked again until the deadline decides", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    market.opinion = new JudgeUnavailable("down");
    let asked = 0;
    for (let second = 0; second <= 60; second += 1) {
      asked += await runTasks(market.needs());
      market.nowMs += 1_000;
    }
    expect(asked).toBeGreaterThan(3);
    expect(asked).toBeLessThan(20);
    expect((await market.state(id)).phase).toBe("deliberating");
    await fireDeadlines(market.needs());
    expect((await market.state(id)).phase).toBe("voided");
    market.nowMs += 3_600_000;
    await runTasks(market.needs());
    expect(await runTasks(market.needs())).toBe(0);
  });

  test("and recovers in time rules", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const { opinion } = market;
    market.opinion = new JudgeUnavailable("down");
    await runTasks(market.needs());
    market.opinion = opinion;
    market.nowMs += 10_000;
    await runTasks(market.needs());
    expect((await market.state(id)).phase).toBe("ruled");
  });

  test("and answers too late is ignored", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const judge: Needs["judge"] = {
      opine: async () => {
        market.nowMs += 61_000;
        return market.opinion as Opinion;
      },
    };
    await runTasks(market.needs({ judge }));
    expect((await market.state(id)).phase).toBe("deliberating");
    await fireDeadlines(market.needs());
    expect((await market.state(id)).phase).toBe("voided");
  });

  test("and answers after the halt was lifted does not decide the next one", async () => {
    const market = new SmallMarket();
    const id = await market.atWork();
    await market.must(PRINCIPAL, id, "halt");
    const judge: Needs["judge"] = {
      opine: async () => {
        await market.must(PRINCIPAL, id, "resume");
        await market.must(PRINCIPAL, id, "halt");
        return market.opinion as Opinion;
      },
    };
    await runTasks(market.needs({ judge, store: firstClaimOnly(market) }));
    const state = await market.state(id);
    expect(state.phase).toBe("halted");
    expect(state.rulings).toEqual([]);
  });

  /** A store that gives out one task only. */
  function firstClaimOnly(market: SmallMarket): SmallMarket["store"] {
    let claims = 0;
    return through(market.store, async (name, call) => {
      if (name !== "claimTasks") return call();
      claims += 1;
      return claims === 1 ? call() : [];
    });
  }

  test("is not asked a question that is no longer open", async () => {
    const market = new SmallMarket();
    const lifted = await market.atWork();
    await market.must(PRINCIPAL, lifted, "halt");
    await market.must(PRINCIPAL, lifted, "resume");
    market.opinion = new Error("the judge was asked");
    expect(await runTasks(market.needs())).toBe(1);

    const again = new SmallMarket();
    const id = await again.atWork();
    for (const type of ["halt", "resume", "halt"]) await again.must(PRINCIPAL, id, type);
    const asks: number[] = [];
    const judge: Needs["judge"] = {
      opine: async ({ question }) => {
        asks.push(question.question);
        return again.opinion as Opinion;
      },
    };
    expect(await runTasks(again.needs({ judge }))).toBe(2);
    expect(asks).toEqual([1]);

    const late = new SmallMarket();
    await late.inCourt();
    late.opinion = new Error("the judge was asked");
    late.nowMs += 60_001;
    expect(await runTasks(late.needs())).toBe(1);
  });

  test("is asked again after a crash, and rules once", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const store = through(market.store, async (name, call) => {
      if (name === "finishTask") throw new Error("killed");
      return call();
    });
    await expect(runTasks(market.needs({ store }))).rejects.toThrow("killed");
    market.nowMs += 90_000;
    await runTasks(market.needs());
    expect((await market.types(id)).filter((type) => type === "ruling")).toHaveLength(1);
    market.nowMs += 3_600_000;
    expect(await runTasks(market.needs())).toBe(0);
  });

  test("and takes longer than the lease is asked twice; the first answer counts", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const answers = [Promise.withResolvers<Opinion>(), Promise.withResolvers<Opinion>()];
    let asked = 0;
    const judge: Needs["judge"] = {
      opine: async () => {
        asked += 1;
        return answers[asked - 1]!.promise;
      },
    };
    const say = (at: number, answer: Opinion["answer"]): void =>
      answers[at]!.resolve({ answer, reasoning: "At last.", details: {} });
    const first = runTasks(market.needs({ judge }));
    await expect.poll(() => asked).toBe(1);
    market.nowMs += 30_000;
    const second = runTasks(market.needs({ judge }));
    await expect.poll(() => asked).toBe(2);
    say(0, "fulfilled");
    await first;
    say(1, "canceled");
    await second;
    const { phase, rulings } = await market.state(id);
    expect(phase).toBe("ruled");
    expect(rulings).toMatchObject([{ outcome: "fulfilled" }]);
    expect(await runTasks(market.needs({ judge }))).toBe(0);
  });

  test("may write too much or claim an origin: the ruling counts", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt();
    const details = { origin: { scheme: "entry" }, outcome: "evil_agent", court: "supreme" };
    const reasoning = "x".repeat(TEXT_LIMITS.ruling + 1);
    market.opinion = { answer: "fulfilled", reasoning, details };
    await runTasks(market.needs());
    expect((await market.state(id)).rulings).toMatchObject([
      { outcome: "fulfilled", bench: "district" },
    ]);
  });

  test("with an unexpected error is not treated as unavailable", async () => {
    const market = new SmallMarket();
    await market.inCourt();
    market.opinion = new TypeError("undefined is not a function");
    await expect(runTasks(market.needs())).rejects.toThrow(TypeError);
  });
});

describe("an external judge", () => {
  const foreign = sampleTerms({ court: { kind: "tiered", judge: JUDGE.party, tiers: TIERS } });
  const ruling = { outcome: "fulfilled", court: "district", question: 0n, reasoning: "It works." };
  const unasked = new Error("our judge was asked");

  /** What the judge signed, as a door submits it. */
  function handIn(market: SmallMarket, contract: ContractId, data: JsonObject) {
    return recordAct(market.needs(), { type: "ruling", data, contract });
  }

  test("is not asked: the task is done, and the deadline decides", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt(foreign);
    market.opinion = unasked;
    expect(await runTasks(market.needs())).toBe(1);
    market.nowMs += 60_000;
    expect(await runTasks(market.needs())).toBe(0);
    expect((await market.state(id)).phase).toBe("deliberating");
    market.nowMs += 1;
    await fireDeadlines(market.needs());
    expect((await market.state(id)).phase).toBe("voided");
  });

  test("submits its signed ruling, which counts once, whatever was said meanwhile", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt(foreign);
    const signed = signOpinion(JUDGE, id, ruling);
    await market.must(AGENT, id, "message", { message: "well?" });
    const first = await handIn(market, id, signed);
    expect(first).toMatchObject({ ok: true, value: { isRepeated: false } });
    const again = await handIn(market, id, signed);
    expect(again).toMatchObject({ ok: true, value: { isRepeated: true } });
    const { phase, rulings } = await market.state(id);
    expect(phase).toBe("ruled");
    expect(rulings).toMatchObject([{ outcome: "fulfilled", bench: "district" }]);
    const transcript = await exportTranscript(market.store, id);
    expect(transcript !== null && verifyTranscript(transcript, toyVerify).ok).toBe(true);
  });

  test("cannot be impersonated", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt(foreign);
    const signed = signOpinion(JUDGE, id, ruling);
    const other = signOpinion(JUDGE, "00".repeat(32), ruling);
    const own = { by: "server", type: "ruling", data: ruling, contract: id } as const;
    const answers = [
      await recordAct(market.needs(), own),
      await handIn(market, id, signOpinion(RIVAL, id, ruling)),
      await handIn(market, id, { ...signed, outcome: "evil_agent" }),
      await handIn(market, id, other),
      await handIn(market, id, ruling),
      await market.act(AGENT, id, "ruling", signed),
      await market.act(AGENT, id, "ruling", ruling),
    ];
    expect(answers.map(codeOf)).toEqual([
      "not_a_party",
      "not_a_party",
      "bad_signature",
      "bad_signature",
      "bad_origin",
      "malformed_entry",
      "not_a_party",
    ]);
    expect(codeOf(await market.act(JUDGE, id, "ruling", ruling))).toBe("recorded");
  });

  test("does not prevent the server from running the check", async () => {
    const market = new SmallMarket();
    const id = await market.atWork({
      ...foreign,
      work: { kind: "run", spec: { command: "make test" } },
    });
    await market.must(AGENT, id, "fix", { fix: "make" });
    await market.must(PRINCIPAL, id, "halt");
    market.opinion = unasked;
    market.verdict = "no_verdict";
    expect(await runTasks(market.needs())).toBe(2);
    expect((await market.state(id)).case).toMatchObject({ bench: "district", question: 1 });
  });
});

describe("a check that is run again", () => {
  const replayable = sampleTerms({ work: { kind: "run", spec: { command: "make test" } } });

  /** In court over a fix, which is what a check can judge. */
  async function overFix(market: SmallMarket): Promise<ContractId> {
    const id = await market.atWork(replayable);
    await market.must(AGENT, id, "fix", { fix: "make" });
    await market.must(PRINCIPAL, id, "dispute_filed", { argument: "it still fails" });
    await market.must(AGENT, id, "dispute_response", { argument: "it passes" });
    return id;
  }

  test.each([
    { verdict: "pass", outcome: "fulfilled" },
    { verdict: "fail", outcome: "canceled" },
  ] as const)("rules $outcome on $verdict", async ({ verdict, outcome }) => {
    const market = new SmallMarket();
    const id = await overFix(market);
    market.verdict = verdict;
    await runTasks(market.needs());
    expect((await market.state(id)).rulings).toMatchObject([{ outcome, bench: "replay" }]);
  });

  test("without a verdict refers the case to the district court", async () => {
    const market = new SmallMarket();
    const id = await overFix(market);
    market.verdict = "no_verdict";
    expect(await runTasks(market.needs())).toBe(2);
    expect(await market.types(id)).toContain("checked");
    expect((await market.state(id)).rulings).toMatchObject([{ bench: "district" }]);
  });

  test("is asked for again while the checker is busy, with the question's deadline", async () => {
    const market = new SmallMarket();
    const id = await overFix(market);
    const asked: number[] = [];
    const checker: Needs["checker"] = {
      async run(_, byMs) {
        asked.push(byMs);
        return asked.length === 1 ? null : { verdict: "pass", evidence: { exit_code: 0n } };
      },
    };
    await runTasks(market.needs({ checker }));
    expect((await market.state(id)).rulings).toEqual([]);
    expect(await runTasks(market.needs({ checker }))).toBe(0);
    const { deadline } = await market.state(id);
    market.nowMs += 2_000;
    await runTasks(market.needs({ checker }));
    expect((await market.state(id)).rulings).toMatchObject([{ bench: "replay" }]);
    expect(asked).toEqual([deadline?.atMs, deadline?.atMs]);
  });

  test("is not run if no fix was submitted", async () => {
    const market = new SmallMarket();
    const id = await market.inCourt(replayable);
    market.verdict = "fail";
    await runTasks(market.needs());
    expect((await market.state(id)).rulings).toMatchObject([{ bench: "district" }]);
  });

  test("is not run for a case that is over", async () => {
    const market = new SmallMarket();
    const id = await market.atWork(replayable);
    await market.must(AGENT, id, "fix", { fix: "make" });
    await market.must(PRINCIPAL, id, "halt");
    await market.must(PRINCIPAL, id, "resume");
    const checker: Needs["checker"] = {
      run: async () => {
        throw new Error("the check was run");
      },
    };
    expect(await runTasks(market.needs({ checker }))).toBe(1);
  });
});

describe("an opened hold", () => {
  test("has its address stored", async () => {
    const market = new SmallMarket();
    const { id, address } = await market.unfunded();
    const record = await market.store.holdAt("nano", address);
    expect(record?.hold).toMatchObject({ contract: id, side: "principal", seat: 0 });
  });

  test("on an unavailable rail is tried again", async () => {
    const market = new SmallMarket();
    const id = await market.post(sampleTerms({ pots: [samplePot({ rail: "nano" })] }));
    const silent = through(market.nano, async () => {
      throw new RailUnavailable("nobody there");
    });
    expect(await runTasks(market.needs({ rails: [silent] }))).toBe(1);
    expect(await runTasks(market.needs())).toBe(0);
    market.nowMs += 2_000;
    expect(await runTasks(market.needs())).toBe(1);
    expect((await market.store.holdAt("nano", "nano-address-1"))?.hold.contract).toBe(id);
  });

  test("on an unknown rail is given up, and the deadline ends the wait", async () => {
    const market = new SmallMarket();
    const id = await market.post(sampleTerms({ pots: [samplePot({ rail: "nano" })] }));
    expect(await runTasks(market.needs({ rails: [] }))).toBe(1);
    market.nowMs += 3_600_000;
    expect(await runTasks(market.needs())).toBe(0);
    await fireDeadlines(market.needs());
    expect((await market.state(id)).phase).toBe("canceled");
  });
});

const OTHER = sampleTerms({ nonce: "01".repeat(32) });

test("a slow judge delays only its own lane", async () => {
  const market = new SmallMarket();
  const [slow, quick] = [await market.inCourt(), await market.inCourt(OTHER)];
  let release = (): void => undefined;
  const waiting = new Promise<void>((resolve) => {
    release = resolve;
  });
  const judge: Needs["judge"] = {
    opine: async ({ question }) => {
      if (question.contract === slow) await waiting;
      return market.opinion as Opinion;
    },
  };
  const lane = runTasks(market.needs({ judge }));
  await runTasks(market.needs({ judge }));
  expect((await market.state(quick)).phase).toBe("ruled");
  expect((await market.state(slow)).phase).toBe("deliberating");
  release();
  await lane;
  expect((await market.state(slow)).phase).toBe("ruled");
});
