import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptSandboxes } from "@bazaar/guard/sandbox";
import { type ContractId, isEnded } from "@bazaar/kernel";
import { removeTree } from "@bazaar/testkit/remove-tree";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everything, hasSandbox, RIGHT, TestBed, typesOf } from "../../test/test-bed.ts";
import { repair, standBy } from "../repair/repair.ts";
import type { RepairEvent } from "../repair/repair-event.ts";
import type { Decision, SeenFix, Wish } from "./decision.ts";
import { discard } from "./discard.ts";
import { clearOrphans } from "./remove-kept.ts";
import { review } from "./review.ts";
import { reviewStanding } from "./standing.ts";
import { WaitingRepairs } from "./waiting-repairs.ts";

const WINDOW_MS = 7_200_000;
const CONTEST_MS = 360_000;

let bed: TestBed;
let id: ContractId;

beforeEach(async () => {
  bed = await TestBed.open();
  bed.hire([RIGHT]);
  const done = await repair(await bed.document({ mode: "autonomous" }), bed.needs());
  if (done.is !== "waiting") throw new Error(done.is);
  id = done.contract.id;
});

afterEach(async () => {
  await bed[Symbol.asyncDispose]();
});

const accept = async ({ changes }: SeenFix): Promise<Decision> => ({
  is: "accept",
  plan: everything(changes),
});
const says = (decision: Decision) => async () => decision;

async function reviewed(decide: (seen: SeenFix) => Promise<Decision>, wish: Wish | null = null) {
  return review(id, bed.reviewNeeds(decide), wish);
}

const nobody = async (): Promise<Decision> => {
  throw new Error("no one is asked");
};

async function standing() {
  const waiting = bed.repairs.find(id);
  if (waiting === null) throw new Error("nothing waits");
  return reviewStanding(waiting, await bed.contract(id));
}

function kept() {
  return keptSandboxes({ stateDirectory: join(bed.home, "state") }).map(({ id: name }) => name);
}

/** Also those that no list shows, because they are damaged. */
function layersOnDisk(): readonly string[] {
  const names = readdirSync(join(bed.home, "state/sandboxes"));
  return names.filter((name) => name.startsWith("kept-"));
}

function keptLayer(): string {
  const sandbox = bed.repairs.find(id)?.kept?.sandbox;
  if (sandbox == null) throw new Error("no layer waits");
  return sandbox;
}

/** As when another process looks at it meanwhile. */
async function inUse(): Promise<AsyncDisposable> {
  const opened = await bed.reviewNeeds(says({ is: "later" })).reopenSandbox(keptLayer());
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

const REJECT = { is: "reject", reason: "" } as const;

const settled = () => bed.until(id, ({ state }) => state.isSettled);

describe.skipIf(!hasSandbox)("a fix that was kept (needs bwrap)", () => {
  test("accepted, it is committed and paid, and the balances add up", async () => {
    const done = await reviewed(accept);
    expect(done.is).toBe("committed");
    expect(bed.read("answer.txt")).toBe("right\n");
    const contract = await settled();
    expect(typesOf(contract).slice(-2)).toEqual(["review_accept", "settled"]);
    expect(await bed.balances(id)).toEqual({ person: "99.5", agent: "100.45", platform: "0.05" });
    expect(bed.repairs.all().repairs).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test("rejected and not contested, it is removed, and the money comes back except for the fee", async () => {
    await bed.dismiss();
    const done = await reviewed(says({ is: "reject", reason: "not like this" }));
    expect(done.is).toBe("rejected");
    expect(kept()).toEqual([]);
    expect(await standing()).toBe("in_court");
    await bed.sleep(CONTEST_MS + 1_000);
    const contract = await settled();
    expect(contract.state.phase).toBe("canceled");
    expect(bed.read("answer.txt")).toBe("wrong\n");
    expect(await bed.balances(id)).toEqual({ person: "99.95", agent: "100", platform: "0.05" });
    expect(await standing()).toBe("over");
  });

  test("after its window it is paid once, still waits, and can be committed", async () => {
    await bed.sleep(WINDOW_MS + 1_000);
    const paid = await settled();
    await bed.sleep(WINDOW_MS);
    expect(typesOf(await bed.contract(id))).toEqual(typesOf(paid));
    expect(typesOf(paid).slice(-2)).toEqual(["auto_fulfill", "settled"]);
    expect(await bed.balances(id)).toEqual({ person: "99.5", agent: "100.45", platform: "0.05" });
    expect(await standing()).toBe("paid");
    expect(kept()).toHaveLength(1);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(bed.read("answer.txt")).toBe("right\n");
    expect(typesOf(await bed.contract(id))).toEqual(typesOf(paid));
  });

  test("discarded, it tells the market nothing", async () => {
    const before = typesOf(await bed.contract(id));
    expect((await reviewed(says({ is: "discard" }))).is).toBe("discarded");
    expect(typesOf(await bed.contract(id))).toEqual(before);
    expect(kept()).toEqual([]);
    expect(bed.repairs.all().repairs).toEqual([]);
    expect(bed.read("answer.txt")).toBe("wrong\n");
  });

  test("postponed, it waits as before", async () => {
    expect((await reviewed(says({ is: "later" }))).is).toBe("later");
    expect(await standing()).toBe("reviewable");
    expect((await reviewed(accept)).is).toBe("committed");
    expect(bed.read("answer.txt")).toBe("right\n");
  });

  test("it does not overwrite what the user changed meanwhile", async () => {
    bed.write("answer.txt", "mine\n");
    const done = await reviewed(accept);
    expect(done).toMatchObject({ is: "not_committed", refusal: { code: "conflict" } });
    expect(bed.read("answer.txt")).toBe("mine\n");
    expect(await standing()).toBe("reviewable");
    expect(kept()).toHaveLength(1);
  });

  test("after an error during the review it waits as before", async () => {
    const cut = new Error("the market is gone");
    const decide = async () => {
      throw cut;
    };
    await expect(reviewed(decide)).rejects.toBe(cut);
    expect(kept()).toEqual([keptLayer()]);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(layersOnDisk()).toEqual([]);
  });

  test("with a damaged layer the fix runs again, and the layer is removed", async () => {
    bed.write("answer.txt", "mine\n");
    writeFileSync(join(bed.home, "state/sandboxes", `kept-${keptLayer()}-1/names`), "");
    const damaged = keptLayer();
    expect((await reviewed(says({ is: "later" }))).is).toBe("later");
    expect(keptLayer()).not.toBe(damaged);
    expect(layersOnDisk()).toEqual([`kept-${keptLayer()}-1`]);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(bed.read("answer.txt")).toBe("right\n");
    expect(layersOnDisk()).toEqual([]);
  });

  test("if the layer cannot be kept again, the earlier one still is", async () => {
    const before = keptLayer();
    const needs = bed.reviewNeeds(async () => {
      const base = join(bed.home, "state/sandboxes");
      const open = readdirSync(base).filter((name) => !name.startsWith("kept-"));
      for (const name of open) removeTree(join(base, name));
      return { is: "later" };
    });
    const writing: typeof needs.reopenSandbox = async (name) => {
      const opened = await needs.reopenSandbox(name);
      if (opened.ok) await opened.value.run({ text: "true" });
      return opened;
    };
    const done = await review(id, { ...needs, reopenSandbox: writing });
    expect(done.is).toBe("later");
    expect(keptLayer()).toBe(before);
    expect((await reviewed(accept)).is).toBe("committed");
  });

  test("while its layer is open it is not discarded, and its record stays", async () => {
    await using _elsewhere = await inUse();
    const done = await discard(id, bed.reviewNeeds(nobody));
    expect(done).toMatchObject({ is: "no_sandbox", refusal: { code: "kept_in_use" } });
    expect(kept()).toEqual([keptLayer()]);
  });

  test("while one process asks, no other decides", async () => {
    const others: string[] = [];
    const done = await reviewed(async (seen) => {
      others.push((await reviewed(nobody, REJECT)).is);
      others.push((await discard(id, bed.reviewNeeds(nobody))).is);
      return accept(seen);
    });
    expect(others).toEqual(["in_use", "in_use"]);
    expect(done.is).toBe("committed");
    expect(typesOf(await settled())).not.toContain("review_reject");
    expect(readdirSync(join(bed.home, ".fix/reviews"))).toEqual([]);
  });

  test("a fix that was rejected elsewhere meanwhile is not committed", async () => {
    const done = await reviewed(async (seen) => {
      const answer = await bed.person.act(seen.contract, "review_reject");
      expect(answer.ok).toBe(true);
      return accept(seen);
    });
    expect(done).toMatchObject({ is: "not_reviewable", standing: "in_court" });
    expect(bed.read("answer.txt")).toBe("wrong\n");
    expect(bed.repairs.find(id)?.kept?.step).toBe("undecided");
  });

  test("a repair that was removed meanwhile is not committed or recorded again", async () => {
    const done = await reviewed(async (seen) => {
      bed.repairs.remove(id);
      return accept(seen);
    });
    expect(done.is).toBe("gone");
    expect(bed.read("answer.txt")).toBe("wrong\n");
    expect((await reviewed(nobody)).is).toBe("gone");
    expect(readdirSync(join(bed.home, ".fix/reviews"))).toEqual([]);
  });

  test.each([
    { what: "is set back", shown: (seq: number) => seq - 1, head: null },
    { what: "shows another entry", shown: (seq: number) => seq, head: "0".repeat(64) },
  ])("a market that $what changes nothing here", async ({ shown, head }) => {
    const before = bed.repairs.find(id);
    if (before === null) throw new Error("nothing waits");
    const { known } = before;
    // As if this side had seen one entry more, or another one, than the market shows now.
    const seen = { head: head ?? known.head, seq: known.seq + known.seq - shown(known.seq) };
    const waiting = { ...before, known: seen };
    bed.repairs.write(waiting);
    for (const wish of [null, REJECT, { is: "again" }] as const) {
      const done = await reviewed(nobody, wish);
      expect(done).toMatchObject({ is: "not_reviewable", standing: "contradicted" });
    }
    expect(bed.repairs.find(id)).toEqual(waiting);
    expect(kept()).toEqual([keptLayer()]);
  });

  test("the user is asked about the command that was tried", async () => {
    const waiting = bed.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    const correctedCommand = "grep right answer.txt";
    bed.repairs.write({ ...waiting, kept: { ...waiting.kept, correctedCommand } });
    let asked: string | null = null;
    await reviewed(async ({ proposal }) => {
      asked = proposal.correctedCommand;
      return { is: "later" };
    });
    expect(asked).toBe(correctedCommand);
  });

  test("changes that differ from those shown before are marked, once", async () => {
    const seen: boolean[] = [];
    const looks = async ({ isAsShown }: SeenFix): Promise<Decision> => {
      seen.push(isAsShown);
      return { is: "later" };
    };
    await reviewed(looks);
    const discarded = await bed.reviewNeeds(nobody).discardKept(keptLayer());
    expect(discarded.ok).toBe(true);
    chmodSync(join(bed.project, "answer.txt"), 0o600);
    await reviewed(looks);
    await reviewed(looks);
    expect(seen).toEqual([true, false, true]);
  });

  test("run again on request, it is shown as new", async () => {
    chmodSync(join(bed.project, "answer.txt"), 0o600);
    const before = keptLayer();
    const done = await reviewed(
      async (seen) => {
        expect(seen.isAsShown).toBe(true);
        return accept(seen);
      },
      { is: "again" },
    );
    expect(done.is).toBe("committed");
    expect(layersOnDisk()).not.toContain(`kept-${before}-1`);
    expect(statSync(join(bed.project, "answer.txt")).mode & 0o777).toBe(0o600);
  });

  test("a layer without a record is removed, unless it is another user's", async () => {
    const needs = bed.reviewNeeds(nobody);
    const where = { stateDirectory: join(bed.home, "state") };
    const others = { ...needs, repairs: new WaitingRepairs(join(bed.home, "other/reviews")) };
    await clearOrphans(keptSandboxes(where), needs);
    expect(kept()).toHaveLength(1);
    bed.repairs.remove(id);
    await clearOrphans(keptSandboxes(where), others);
    expect(kept()).toHaveLength(1);
    await clearOrphans(keptSandboxes(where), needs);
    expect(kept()).toEqual([]);
  });

  test("a fix that no longer passes is not offered", async () => {
    const waiting = bed.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    const command = "grep -q left answer.txt";
    bed.repairs.write({ ...waiting, command, kept: { ...waiting.kept, sandbox: null } });
    expect((await reviewed(nobody)).is).toBe("not_verified");
  });

  test("an acceptance that was interrupted after the commit is finished once by the next process", async () => {
    // The same disk, and the same record, as a process leaves that ends between the two.
    const cut = new Error("cut off");
    const needs = bed.reviewNeeds(accept);
    const tell = needs.tell;
    const dying = {
      ...needs,
      tell: (event: Parameters<typeof tell>[0]) => {
        if (event.type === "committed") throw cut;
      },
    };
    await expect(review(id, dying)).rejects.toBe(cut);
    expect(bed.repairs.find(id)?.kept?.step).toBe("committed");
    expect((await reviewed(says({ is: "discard" }))).is).toBe("committed");
    expect(typesOf(await settled()).filter((type) => type === "review_accept")).toHaveLength(1);
  });

  test.each([
    {
      at: "before anything moved, may still be a no",
      text: "wrong\n",
      is: ["rejected", "discarded"],
    },
    {
      at: "after it was on the disk, is no longer a no",
      text: "right\n",
      is: ["already_accepted", "already_accepted"],
    },
  ])("an acceptance that was interrupted $at", async ({ text, is }) => {
    const waiting = bed.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    bed.repairs.write({ ...waiting, kept: { ...waiting.kept, step: "accepting" } });
    bed.write("answer.txt", text);
    const rejected = await reviewed(nobody, REJECT);
    const discarded = await discard(id, bed.reviewNeeds(nobody));
    expect([rejected.is, discarded.is]).toEqual(is);
  });

  test("the person is told what the agent answered before the contract was read again", async () => {
    const agent = bed.connectAs(bed.agent);
    const connection = bed.personAfter(async () => {
      const contract = await bed.contract(id);
      if (contract.state.phase !== "contest") return;
      await agent.act(contract, "dispute_filed", { argument: "it works" });
    });
    const told: string[] = [];
    const tell = (event: RepairEvent) => {
      if (event.type === "entry") told.push(event.entry.type);
    };
    const needs = bed.reviewNeeds(says({ is: "reject", reason: "it is not pretty" }));
    await review(id, { ...needs, connection, tell });
    expect(told).toEqual(["dispute_filed"]);
  });

  test("the person is told of a payment made before the contract was read again", async () => {
    const connection = bed.personAfter(async () => {
      const { state } = await bed.contract(id);
      if (isEnded(state.phase)) await settled();
    });
    const told: string[] = [];
    const tell = (event: RepairEvent) => {
      if (event.type === "entry") told.push(event.entry.type);
    };
    await review(id, { ...bed.reviewNeeds(accept), connection, tell });
    expect(told).toEqual(["settled"]);
  });

  test("a dispute of the rejection is answered with the local evidence", async () => {
    await bed.dismiss();
    const done = await reviewed(says({ is: "reject", reason: "it is not pretty" }));
    if (done.is !== "rejected") throw new Error(done.is);
    const agent = bed.connectAs(bed.agent);
    const filed = await agent.act(done.contract, "dispute_filed", { argument: "it works" });
    if (!filed.ok) throw new Error(filed.refusal.detail);
    const waiting = bed.repairs.find(id);
    const seenHere = waiting?.kept ?? undefined;
    const needs = bed.needs({
      ...(seenHere === undefined ? {} : { seenHere }),
      tell: (event) => {
        if (event.type === "entry" && event.entry.type === "ruling") bed.passes(31_000);
      },
    });
    const ended = await standBy(filed.value.contract, needs);
    const answer = ended.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(answer?.data.argument).toContain("the fix was rejected: it is not pretty.");
    expect(answer?.data.argument).toMatch(/The fix of entry 3, run in a sandbox here: exit code 0/);
    expect(isEnded(ended.state.phase)).toBe(true);
  });
});
