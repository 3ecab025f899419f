import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contractOf, fixOf, hasSandbox, RIGHT, TestBed, typesOf } from "../../test/test-bed.ts";
import { attend, repair } from "./repair.ts";

let bed: TestBed;

beforeEach(async () => {
  bed = await TestBed.open();
});

afterEach(async () => {
  await bed[Symbol.asyncDispose]();
});

describe.skipIf(!hasSandbox)("an autonomous repair (needs bwrap)", () => {
  test("a fix that passes is kept, not committed and not reported", async () => {
    bed.hire([RIGHT]);
    const approve = async () => {
      throw new Error("nobody is asked");
    };
    const done = await repair(await bed.document({ mode: "autonomous" }), bed.needs({ approve }));
    expect(done.is).toBe("waiting");
    const contract = contractOf(done);
    expect(typesOf(contract)).toEqual(["post", "bond", "accept", "fix"]);
    expect(contract.state.deadline).toMatchObject({ kind: "review", waitingFor: "principal" });
    expect(bed.read("answer.txt")).toBe("wrong\n");
    expect(bed.repairs.find(contract.id)).toMatchObject({
      command: bed.failure.command,
      directory: bed.project,
      market: null,
      kept: { fixSeq: 3, correctedCommand: null, step: "undecided", sandbox: expect.any(String) },
    });
  });

  test("the record is readable by its owner only", async () => {
    bed.hire([RIGHT]);
    const { id } = contractOf(
      await repair(await bed.document({ mode: "autonomous" }), bed.needs()),
    );
    const reviews = join(bed.home, ".fix/reviews");
    expect(statSync(reviews).mode & 0o777).toBe(0o700);
    expect(statSync(join(reviews, `${id}.json`)).mode & 0o777).toBe(0o600);
  });

  test("the repair is recorded before anything else happens to its contract", async () => {
    let wasThere = false;
    const leaving = new AbortController();
    const needs = bed.needs({
      signal: leaving.signal,
      tell: (event) => {
        if (event.type !== "posted") return;
        wasThere = bed.repairs.find(event.contract.id) !== null;
        leaving.abort();
      },
    });
    const done = await repair(await bed.document({ mode: "autonomous" }), needs);
    expect(wasThere).toBe(true);
    expect(done.is).toBe("stopped");
    expect(bed.repairs.all().repairs).toEqual([]);
  });

  test("a fix that fails is reported at once, and only the last one is kept", async () => {
    bed.hire([fixOf("echo left > answer.txt"), RIGHT]);
    const done = await repair(await bed.document({ mode: "autonomous" }), bed.needs());
    const contract = contractOf(done);
    expect(typesOf(contract)).toEqual(["post", "bond", "accept", "fix", "verify", "fix"]);
    expect(bed.repairs.find(contract.id)?.kept?.fixSeq).toBe(5);
  });

  test("nothing is kept after every attempt has failed", async () => {
    bed.hire([fixOf("echo left > answer.txt")]);
    const document = await bed.document({ mode: "autonomous", maxAttempts: 1, judge: null });
    const done = await repair(document, bed.needs());
    expect(done).toMatchObject({ is: "over", repaired: null });
    expect(bed.repairs.all().repairs).toEqual([]);
  });

  test("a fix that is interrupted stays on record for the review", async () => {
    bed.hire([RIGHT]);
    const leaving = new AbortController();
    const needs = bed.needs({
      signal: leaving.signal,
      tell: (event) => {
        bed.events.push(event);
        if (event.type === "trying") leaving.abort();
      },
    });
    const document = await bed.document({ mode: "autonomous", judge: null });
    const done = await repair(document, needs);
    expect(done.is).toBe("waiting");
    const contract = contractOf(done);
    expect(contract.state.phase).toBe("review");
    expect(bed.repairs.find(contract.id)).not.toBeNull();
    expect((await attend(contract, bed.needs())).is).toBe("waiting");
    expect(bed.repairs.find(contract.id)?.kept?.fixSeq).toBe(3);
  });

  test("a check that was not made is made by the next process", async () => {
    const posted = await bed.person.post(await bed.document({ mode: "autonomous" }));
    if (!posted.ok) throw new Error(posted.refusal.detail);
    const { contract } = posted.value;
    const needs = bed.needs();
    needs.waiting.begin(contract);
    bed.hire([RIGHT]);
    const inReview = await bed.until(contract.id, ({ state }) => state.phase === "review");
    expect((await attend(inReview, needs)).is).toBe("waiting");
    expect(bed.repairs.find(contract.id)?.kept?.evidence).toMatchObject({ exit_code: 0n });
    expect(bed.read("answer.txt")).toBe("wrong\n");
  });
});
