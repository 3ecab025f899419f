import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { contractOf, fixOf, hasSandbox, RIGHT, Stand, typesOf } from "../../test/stand.ts";
import { attend, repair } from "./repair.ts";

let stand: Stand;

beforeEach(async () => {
  stand = await Stand.open();
});

afterEach(async () => {
  await stand[Symbol.asyncDispose]();
});

describe.skipIf(!hasSandbox)("an autonomous repair (needs bwrap)", () => {
  test("a fix that passes is kept and not committed, and success is not reported", async () => {
    stand.hire([RIGHT]);
    const approve = async () => {
      throw new Error("nobody is asked");
    };
    const done = await repair(
      await stand.document({ mode: "autonomous" }),
      stand.needs({ approve }),
    );
    expect(done.is).toBe("waiting");
    const contract = contractOf(done);
    expect(typesOf(contract)).toEqual(["post", "bond", "accept", "fix"]);
    expect(contract.state.deadline).toMatchObject({ kind: "review", waitingFor: "principal" });
    expect(stand.read("answer.txt")).toBe("wrong\n");
    expect(stand.repairs.find(contract.id)).toMatchObject({
      command: stand.failure.command,
      directory: stand.project,
      market: null,
      kept: { fixSeq: 3, correctedCommand: null, step: "undecided", sandbox: expect.any(String) },
    });
  });

  test("what waits is on record for its owner alone", async () => {
    stand.hire([RIGHT]);
    const { id } = contractOf(
      await repair(await stand.document({ mode: "autonomous" }), stand.needs()),
    );
    const reviews = join(stand.home, ".fix/reviews");
    expect(statSync(reviews).mode & 0o777).toBe(0o700);
    expect(statSync(join(reviews, `${id}.json`)).mode & 0o777).toBe(0o600);
  });

  test("the repair is on record before anything else happens to its contract", async () => {
    let wasThere = false;
    const leaving = new AbortController();
    const needs = stand.needs({
      signal: leaving.signal,
      tell: (event) => {
        if (event.type !== "posted") return;
        wasThere = stand.repairs.find(event.contract.id) !== null;
        leaving.abort();
      },
    });
    const done = await repair(await stand.document({ mode: "autonomous" }), needs);
    expect(wasThere).toBe(true);
    expect(done.is).toBe("halted");
    expect(stand.repairs.all().repairs).toEqual([]);
  });

  test("a fix that fails is sent back at once, and only the last one is kept", async () => {
    stand.hire([fixOf("echo left > answer.txt"), RIGHT]);
    const done = await repair(await stand.document({ mode: "autonomous" }), stand.needs());
    const contract = contractOf(done);
    expect(typesOf(contract)).toEqual(["post", "bond", "accept", "fix", "verify", "fix"]);
    expect(stand.repairs.find(contract.id)?.kept?.fixSeq).toBe(5);
  });

  test("nothing waits where every attempt has failed", async () => {
    stand.hire([fixOf("echo left > answer.txt")]);
    const document = await stand.document({ mode: "autonomous", maxAttempts: 1, judge: null });
    const done = await repair(document, stand.needs());
    expect(done).toMatchObject({ is: "over", repaired: null });
    expect(stand.repairs.all().repairs).toEqual([]);
  });

  test("what the market does not let be halted stays on record, for the review", async () => {
    stand.hire([RIGHT]);
    const leaving = new AbortController();
    const needs = stand.needs({
      signal: leaving.signal,
      tell: (event) => {
        stand.events.push(event);
        if (event.type === "trying") leaving.abort();
      },
    });
    const document = await stand.document({ mode: "autonomous", judge: null });
    const done = await repair(document, needs);
    expect(stand.events.at(-1)).toMatchObject({ type: "market_refused", act: "halt" });
    expect(done.is).toBe("waiting");
    const contract = contractOf(done);
    expect(contract.state.phase).toBe("review");
    expect(stand.repairs.find(contract.id)).not.toBeNull();
    expect((await attend(contract, stand.needs())).is).toBe("waiting");
    expect(stand.repairs.find(contract.id)?.kept?.fixSeq).toBe(3);
  });

  test("a process that ended before the check was made leaves it to the next one", async () => {
    const posted = await stand.person.post(await stand.document({ mode: "autonomous" }));
    if (!posted.ok) throw new Error(posted.refusal.detail);
    const { contract } = posted.value;
    const needs = stand.needs();
    needs.waiting.begin(contract);
    stand.hire([RIGHT]);
    const inReview = await stand.until(contract.id, ({ state }) => state.phase === "review");
    expect((await attend(inReview, needs)).is).toBe("waiting");
    expect(stand.repairs.find(contract.id)?.kept?.evidence).toMatchObject({ exit_code: 0n });
    expect(stand.read("answer.txt")).toBe("wrong\n");
  });
});
