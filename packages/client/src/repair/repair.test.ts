import { chainJson, isJsonArray, isJsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  contractOf,
  everything,
  fixOf,
  hasSandbox,
  RIGHT,
  SECRET,
  TestBed,
  typesOf,
} from "../../test/test-bed.ts";
import { attend, repair } from "./repair.ts";
import type { RepairEvent } from "./repair-event.ts";

let bed: TestBed;

beforeEach(async () => {
  bed = await TestBed.open();
});

afterEach(async () => {
  await bed[Symbol.asyncDispose]();
});

describe.skipIf(!hasSandbox)("a supervised repair (needs bwrap)", () => {
  test("a fix that fails is followed by one that passes, which is committed and paid", async () => {
    bed.hire([fixOf("echo left > answer.txt"), RIGHT]);
    const done = await repair(await bed.document(), bed.needs());
    expect(done).toMatchObject({ is: "over", repaired: { proposal: { fix: RIGHT.shell } } });
    expect(bed.read("answer.txt")).toBe("right\n");
    const contract = contractOf(done);
    expect(typesOf(contract)).toEqual([
      "post",
      "bond",
      "accept",
      "fix",
      "verify",
      "fix",
      "verify",
      "settled",
    ]);
    expect(contract.transcript.entries[4]?.data).toMatchObject({
      success: false,
      evidence: { exit_code: 1n },
    });
    expect(paidIn(contract)).toEqual({ agent: "1.12", principal: "0.17", platform: "0.05" });
  });

  test("what an agent asks to see is answered without its secrets, or refused with the reason", async () => {
    bed.write("settings.txt", `password ${SECRET}\n`);
    bed.hire([RIGHT], ["cat settings.txt", "cat /etc/shadow"]);
    const contract = contractOf(await repair(await bed.document(), bed.needs()));
    const results = contract.transcript.entries.filter(({ type }) => type === "result");
    expect(results.map(({ data }) => String(data.output))).toEqual([
      expect.stringContaining("[REDACTED]"),
      expect.stringMatching(/^Refused: /),
    ]);
    expect(JSON.stringify(bed.events.filter(({ type }) => type === "looked"))).not.toContain(
      SECRET,
    );
    const sent = contract.transcript.entries.map(({ data }) => chainJson(data)).join();
    expect(sent).not.toContain(SECRET);
    expect(bed.read("answer.txt")).toBe("right\n");
  });

  test("what changed under a fix is not written over: the fix is tried again on it", async () => {
    bed.hire([RIGHT]);
    let asked = 0;
    const approve = async (judged: Parameters<typeof everything>[0]) => {
      asked += 1;
      if (asked === 1) bed.write("answer.txt", "mine\n");
      return everything(judged);
    };
    const done = await repair(await bed.document(), bed.needs({ approve }));
    expect(asked).toBe(2);
    expect(bed.events).toContainEqual(
      expect.objectContaining({
        type: "not_committed",
        refusal: expect.objectContaining({ code: "conflict" }),
      }),
    );
    expect(contractOf(done).state.phase).toBe("fulfilled");
    expect(bed.read("answer.txt")).toBe("right\n");
  });

  test("what another fix repaired meanwhile is neither asked about nor committed again", async () => {
    bed.hire([RIGHT]);
    let asked = 0;
    const approve = async (judged: Parameters<typeof everything>[0]) => {
      asked += 1;
      bed.write("answer.txt", "right\n");
      return everything(judged);
    };
    const done = await repair(await bed.document(), bed.needs({ approve }));
    expect(asked).toBe(1);
    expect(bed.events.map(({ type }) => type)).toContain("repaired_meanwhile");
    expect(bed.events.map(({ type }) => type)).not.toContain("committed");
    expect(done).toMatchObject({ is: "over", repaired: { correction: null } });
    expect(contractOf(done).state.phase).toBe("fulfilled");
  });

  test("what the user does not approve stays out, costs an attempt and is contested", async () => {
    bed.hire([RIGHT]);
    const needs = bed.needs({ approve: async () => null, tell: withoutAppeal });
    const contract = contractOf(await repair(await bed.document(), needs));
    expect(bed.read("answer.txt")).toBe("wrong\n");
    const verify = contract.transcript.entries.find(({ type }) => type === "verify");
    expect(verify?.data).toMatchObject({ success: false, evidence: { passed: true } });
    expect(contract.state.unsupported).toBe(1);
    expect(contract.state.phase).toBe("resolved");
  });

  test("an interrupt in the middle of a fix ends it and the contract, and asks no court", async () => {
    bed.hire([fixOf("echo half > answer.txt; echo begun; sleep 60")]);
    const halting = new AbortController();
    const tell = (event: RepairEvent): void => {
      if (event.type === "output") halting.abort();
    };
    const needs = bed.needs({ tell, signal: halting.signal });
    const done = await repair(await bed.document(), needs);
    expect(done.is).toBe("stopped");
    const contract = contractOf(done);
    // The agent may leave by itself before the contract is canceled.
    expect(typesOf(contract)).toEqual(expect.arrayContaining(["fix", "verify", "cancel"]));
    expect(typesOf(contract)).not.toContain("halt");
    const verify = contract.transcript.entries.find(({ type }) => type === "verify");
    expect(verify?.data.evidence).toEqual({ stopped_by: "principal" });
    expect(contract.state).toMatchObject({ phase: "canceled", case: null });
    expect(bed.read("answer.txt")).toBe("wrong\n");
  });

  test("an interrupt before an agent has accepted costs nothing", async () => {
    const stopping = new AbortController();
    bed.hire([RIGHT], ["ls"]);
    const tell = (event: RepairEvent): void => {
      if (event.type === "looked") stopping.abort();
    };
    const done = await repair(await bed.document(), bed.needs({ tell, signal: stopping.signal }));
    expect(done.is).toBe("stopped");
    const { phase, outcome } = contractOf(done).state;
    expect({ phase, row: outcome?.row }).toEqual({ phase: "canceled", row: "withdrawn" });
  });

  test("what happened is told in its order, before anything is done about it", async () => {
    bed.hire([RIGHT], ["ls"]);
    await repair(await bed.document(), bed.needs());
    const told = bed.events.map((event) =>
      event.type === "entry" ? event.entry.type : event.type,
    );
    const shown = ["posted", "bond", "looked", "accept", "trying", "committed", "settled"];
    expect(told.filter((type) => shown.includes(type))).toEqual(shown);
  });

  test("a dispute is answered with the record if the user gives no answer", async () => {
    bed.hire([RIGHT]);
    const document = await bed.document({ maxAttempts: 1 });
    const needs = bed.needs({ approve: async () => null, tell: withoutAppeal });
    const contract = contractOf(await repair(document, needs));
    const answer = contract.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(answer?.author).toBe(contract.state.terms.principal);
    expect(answer?.data.argument).toMatch(
      /Entry 4: the fix was not taken; its check passed, \d+ ms, stdout sha256 [0-9a-f]{64}/,
    );
    expect(contract.state.phase).toBe("resolved");
  });

  test("a dispute is answered with the user's own words, scrubbed", async () => {
    bed.hire([RIGHT]);
    const document = await bed.document({ maxAttempts: 1 });
    const argue = async () => `I said no. ${SECRET}`;
    const needs = bed.needs({ approve: async () => null, argue, tell: withoutAppeal });
    const contract = contractOf(await repair(document, needs));
    const answer = contract.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(answer?.data.argument).toBe("I said no. [REDACTED]");
  });

  test("an agent that goes on before its last answer was read is not left waiting", async () => {
    bed.hire([fixOf("echo left > answer.txt"), RIGHT]);
    let verifies = 0;
    const connection = bed.personAfter(async ({ method, url }) => {
      if (url.endsWith("/verify")) verifies += 1;
      const [, id] = /\/contracts\/([0-9a-f]{64})\/transcript$/.exec(url) ?? [];
      if (method !== "GET" || id === undefined || verifies !== 1) return;
      await bed.until(id, ({ state }) => state.phase === "verifying");
    });
    const done = await repair(await bed.document(), bed.needs({ connection }));
    expect(contractOf(done).state.phase).toBe("fulfilled");
  });

  test("another process takes a contract up where it stands", async () => {
    const posted = await bed.person.post(await bed.document());
    if (!posted.ok) throw new Error(posted.refusal.detail);
    bed.hire([RIGHT], ["ls"]);
    const waiting = await bed.until(
      posted.value.contract.id,
      ({ state }) => (state.seat?.pending.length ?? 0) > 0,
    );
    const done = await attend(waiting, bed.needs());
    expect(contractOf(done).state.phase).toBe("fulfilled");
    expect(bed.read("answer.txt")).toBe("right\n");
  });
});

/** The window for an appeal passes at once. */
function withoutAppeal(event: RepairEvent): void {
  if (event.type === "entry" && event.entry.type === "ruling") bed.passes(31_000);
}

function paidIn(contract: ReturnType<typeof contractOf>): Record<string, unknown> {
  const settled = contract.transcript.entries.at(-1);
  const legs = settled?.data.legs;
  if (!isJsonArray(legs)) throw new Error("it was not settled");
  return Object.fromEntries(legs.filter(isJsonObject).map(({ role, amount }) => [role, amount]));
}
