import { chmodSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptSandboxes } from "@bazaar/guard/sandbox";
import { type ContractId, isEnded } from "@bazaar/kernel";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { everything, hasSandbox, RIGHT, Stand, typesOf } from "../../test/stand.ts";
import { repair, standBy } from "../repair/repair.ts";
import type { Decision, SeenFix, Wish } from "./decision.ts";
import { discard } from "./discard.ts";
import { clearOrphans } from "./let-go.ts";
import { review } from "./review.ts";
import { reviewStanding } from "./standing.ts";
import { WaitingRepairs } from "./waiting-repairs.ts";

const WINDOW_MS = 7_200_000;
const CONTEST_MS = 30_000;

let stand: Stand;
let id: ContractId;

beforeEach(async () => {
  stand = await Stand.open();
  stand.hire([RIGHT]);
  const done = await repair(await stand.document({ mode: "autonomous" }), stand.needs());
  if (done.is !== "waiting") throw new Error(done.is);
  id = done.contract.id;
});

afterEach(async () => {
  await stand[Symbol.asyncDispose]();
});

const accept = async ({ changes }: SeenFix): Promise<Decision> => ({
  is: "accept",
  plan: everything(changes),
});
const says = (decision: Decision) => async () => decision;

async function reviewed(decide: (seen: SeenFix) => Promise<Decision>, wish: Wish | null = null) {
  return review(id, stand.reviewNeeds(decide), wish);
}

const nobody = async (): Promise<Decision> => {
  throw new Error("nobody is asked");
};

async function standing() {
  const waiting = stand.repairs.find(id);
  if (waiting === null) throw new Error("nothing waits");
  return reviewStanding(waiting, await stand.contract(id));
}

function kept() {
  return keptSandboxes({ stateDirectory: join(stand.home, "state") }).map(({ id: name }) => name);
}

/** Also those that no list shows, because they are damaged. */
function layersOnDisk(): readonly string[] {
  const names = readdirSync(join(stand.home, "state/sandboxes"));
  return names.filter((name) => name.startsWith("kept-"));
}

function keptLayer(): string {
  const sandbox = stand.repairs.find(id)?.kept?.sandbox;
  if (sandbox == null) throw new Error("no layer waits");
  return sandbox;
}

/** As when another process looks at it meanwhile. */
async function inUse(): Promise<AsyncDisposable> {
  const opened = await stand.reviewNeeds(says({ is: "later" })).reopenSandbox(keptLayer());
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

const REJECT = { is: "reject", reason: "" } as const;

const settled = () => stand.until(id, ({ state }) => state.isSettled);

describe.skipIf(!hasSandbox)("a fix that was kept (needs bwrap)", () => {
  test("accepted, it is committed and paid, and every unit is accounted for", async () => {
    const done = await reviewed(accept);
    expect(done.is).toBe("committed");
    expect(stand.read("answer.txt")).toBe("right\n");
    const contract = await settled();
    expect(typesOf(contract).slice(-2)).toEqual(["review_accept", "settled"]);
    expect(await stand.balances(id)).toEqual({ person: "99.5", agent: "100.45", platform: "0.05" });
    expect(stand.repairs.all().repairs).toEqual([]);
    expect(kept()).toEqual([]);
  });

  test("rejected, it is gone, and the money comes back but for the fee", async () => {
    const done = await reviewed(says({ is: "reject", reason: "not like this" }));
    expect(done.is).toBe("rejected");
    expect(kept()).toEqual([]);
    expect(await standing()).toBe("in_court");
    await stand.sleep(CONTEST_MS + 1_000);
    const contract = await settled();
    expect(contract.state.phase).toBe("canceled");
    expect(stand.read("answer.txt")).toBe("wrong\n");
    expect(await stand.balances(id)).toEqual({ person: "99.95", agent: "100", platform: "0.05" });
    expect(await standing()).toBe("over");
  });

  test("unseen until its window is over, it is paid once and still waits, and is then committed without a word", async () => {
    await stand.sleep(WINDOW_MS + 1_000);
    const paid = await settled();
    await stand.sleep(WINDOW_MS);
    expect(typesOf(await stand.contract(id))).toEqual(typesOf(paid));
    expect(typesOf(paid).slice(-2)).toEqual(["auto_fulfill", "settled"]);
    expect(await stand.balances(id)).toEqual({ person: "99.5", agent: "100.45", platform: "0.05" });
    expect(await standing()).toBe("paid");
    expect(kept()).toHaveLength(1);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(stand.read("answer.txt")).toBe("right\n");
    expect(typesOf(await stand.contract(id))).toEqual(typesOf(paid));
  });

  test("thrown away, it says nothing to the market", async () => {
    const before = typesOf(await stand.contract(id));
    expect((await reviewed(says({ is: "discard" }))).is).toBe("discarded");
    expect(typesOf(await stand.contract(id))).toEqual(before);
    expect(kept()).toEqual([]);
    expect(stand.repairs.all().repairs).toEqual([]);
    expect(stand.read("answer.txt")).toBe("wrong\n");
  });

  test("left for later, it waits as before", async () => {
    expect((await reviewed(says({ is: "later" }))).is).toBe("later");
    expect(await standing()).toBe("reviewable");
    expect((await reviewed(accept)).is).toBe("committed");
    expect(stand.read("answer.txt")).toBe("right\n");
  });

  test("it does not write over what the person changed meanwhile, and waits", async () => {
    stand.write("answer.txt", "mine\n");
    const done = await reviewed(accept);
    expect(done).toMatchObject({ is: "not_committed", refusal: { code: "conflict" } });
    expect(stand.read("answer.txt")).toBe("mine\n");
    expect(await standing()).toBe("reviewable");
    expect(kept()).toHaveLength(1);
  });

  test("whatever goes wrong while it is looked at, it waits as before", async () => {
    const cut = new Error("the market is gone");
    const decide = async () => {
      throw cut;
    };
    await expect(reviewed(decide)).rejects.toBe(cut);
    expect(kept()).toEqual([keptLayer()]);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(layersOnDisk()).toEqual([]);
  });

  test("where its layer is damaged the fix is run again on the files as they are, and nothing is left of it", async () => {
    stand.write("answer.txt", "mine\n");
    writeFileSync(join(stand.home, "state/sandboxes", `kept-${keptLayer()}-1/names`), "");
    const damaged = keptLayer();
    expect((await reviewed(says({ is: "later" }))).is).toBe("later");
    expect(keptLayer()).not.toBe(damaged);
    expect(layersOnDisk()).toEqual([`kept-${keptLayer()}-1`]);
    expect((await reviewed(accept)).is).toBe("committed");
    expect(stand.read("answer.txt")).toBe("right\n");
    expect(layersOnDisk()).toEqual([]);
  });

  test("where the layer cannot be kept again, what was kept before still is", async () => {
    const before = keptLayer();
    const needs = stand.reviewNeeds(async () => {
      const base = join(stand.home, "state/sandboxes");
      const open = readdirSync(base).filter((name) => !name.startsWith("kept-"));
      for (const name of open) rmSync(join(base, name), { recursive: true });
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

  test("while somebody has it open it is not thrown away, and its record stays", async () => {
    await using _elsewhere = await inUse();
    const done = await discard(id, stand.reviewNeeds(nobody));
    expect(done).toMatchObject({ is: "no_sandbox", refusal: { code: "kept_in_use" } });
    expect(kept()).toEqual([keptLayer()]);
  });

  test("while one process asks, no other decides, and the one that asks commits what it showed", async () => {
    const others: string[] = [];
    const done = await reviewed(async (seen) => {
      others.push((await reviewed(nobody, REJECT)).is);
      others.push((await discard(id, stand.reviewNeeds(nobody))).is);
      return accept(seen);
    });
    expect(others).toEqual(["in_use", "in_use"]);
    expect(done.is).toBe("committed");
    expect(typesOf(await settled())).not.toContain("review_reject");
    expect(readdirSync(join(stand.home, ".fix/reviews"))).toEqual([]);
  });

  test("what was sent back elsewhere while the person thought is not committed", async () => {
    const done = await reviewed(async (seen) => {
      const answer = await stand.person.act(seen.contract, "review_reject");
      expect(answer.ok).toBe(true);
      return accept(seen);
    });
    expect(done).toMatchObject({ is: "not_reviewable", standing: "in_court" });
    expect(stand.read("answer.txt")).toBe("wrong\n");
    expect(stand.repairs.find(id)?.kept?.step).toBe("undecided");
  });

  test("what ended while the person thought is not committed, and not remembered again", async () => {
    const done = await reviewed(async (seen) => {
      stand.repairs.remove(id);
      return accept(seen);
    });
    expect(done.is).toBe("gone");
    expect(stand.read("answer.txt")).toBe("wrong\n");
    expect((await reviewed(nobody)).is).toBe("gone");
    expect(readdirSync(join(stand.home, ".fix/reviews"))).toEqual([]);
  });

  test.each([
    { what: "is set back", shown: (seq: number) => seq - 1, head: null },
    { what: "shows another entry", shown: (seq: number) => seq, head: "0".repeat(64) },
  ])("a market that $what moves nothing here", async ({ shown, head }) => {
    const before = stand.repairs.find(id);
    if (before === null) throw new Error("nothing waits");
    const { known } = before;
    // As if this side had seen one entry more, or another one, than the market shows now.
    const seen = { head: head ?? known.head, seq: known.seq + known.seq - shown(known.seq) };
    const waiting = { ...before, known: seen };
    stand.repairs.write(waiting);
    for (const wish of [null, REJECT, { is: "again" }] as const) {
      const done = await reviewed(nobody, wish);
      expect(done).toMatchObject({ is: "not_reviewable", standing: "contradicted" });
    }
    expect(stand.repairs.find(id)).toEqual(waiting);
    expect(kept()).toEqual([keptLayer()]);
  });

  test("the command that was tried is the one that is asked about", async () => {
    const waiting = stand.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    const correctedCommand = "grep right answer.txt";
    stand.repairs.write({ ...waiting, kept: { ...waiting.kept, correctedCommand } });
    let asked: string | null = null;
    await reviewed(async ({ proposal }) => {
      asked = proposal.correctedCommand;
      return { is: "later" };
    });
    expect(asked).toBe(correctedCommand);
  });

  test("what is not what the person was shown before is said to be so, once", async () => {
    const seen: boolean[] = [];
    const looks = async ({ isAsShown }: SeenFix): Promise<Decision> => {
      seen.push(isAsShown);
      return { is: "later" };
    };
    await reviewed(looks);
    const discarded = await stand.reviewNeeds(nobody).discardKept(keptLayer());
    expect(discarded.ok).toBe(true);
    chmodSync(join(stand.project, "answer.txt"), 0o600);
    await reviewed(looks);
    await reviewed(looks);
    expect(seen).toEqual([true, false, true]);
  });

  test("run again because the person wants it, it is shown as new", async () => {
    chmodSync(join(stand.project, "answer.txt"), 0o600);
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
    expect(statSync(join(stand.project, "answer.txt")).mode & 0o777).toBe(0o600);
  });

  test("a layer that no record names is cleared away, unless it is another's", async () => {
    const needs = stand.reviewNeeds(nobody);
    const where = { stateDirectory: join(stand.home, "state") };
    const others = { ...needs, repairs: new WaitingRepairs(join(stand.home, "other/reviews")) };
    await clearOrphans(keptSandboxes(where), needs);
    expect(kept()).toHaveLength(1);
    stand.repairs.remove(id);
    await clearOrphans(keptSandboxes(where), others);
    expect(kept()).toHaveLength(1);
    await clearOrphans(keptSandboxes(where), needs);
    expect(kept()).toEqual([]);
  });

  test("a fix that passes no more is not offered", async () => {
    const waiting = stand.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    const command = "grep -q left answer.txt";
    stand.repairs.write({ ...waiting, command, kept: { ...waiting.kept, sandbox: null } });
    expect((await reviewed(nobody)).is).toBe("not_verified");
  });

  test("a yes that was cut off after the commit is finished by the next process, once", async () => {
    // The same disk, and the same record, as a process leaves that ends between the two.
    const cut = new Error("cut off");
    const needs = stand.reviewNeeds(accept);
    const tell = needs.tell;
    const dying = {
      ...needs,
      tell: (event: Parameters<typeof tell>[0]) => {
        if (event.type === "committed") throw cut;
      },
    };
    await expect(review(id, dying)).rejects.toBe(cut);
    expect(stand.repairs.find(id)?.kept?.step).toBe("committed");
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
  ])("a yes that was cut off $at", async ({ text, is }) => {
    const waiting = stand.repairs.find(id);
    if (waiting === null || waiting.kept === null) throw new Error("nothing waits");
    stand.repairs.write({ ...waiting, kept: { ...waiting.kept, step: "accepting" } });
    stand.write("answer.txt", text);
    const rejected = await reviewed(nobody, REJECT);
    const discarded = await discard(id, stand.reviewNeeds(nobody));
    expect([rejected.is, discarded.is]).toEqual(is);
  });

  test("a dispute of the rejection is answered with what was seen here", async () => {
    const done = await reviewed(says({ is: "reject", reason: "it is not pretty" }));
    if (done.is !== "rejected") throw new Error(done.is);
    const agent = stand.connectAs(stand.agent);
    const filed = await agent.act(done.contract, "dispute_filed", { argument: "it works" });
    if (!filed.ok) throw new Error(filed.refusal.detail);
    const waiting = stand.repairs.find(id);
    const seenHere = waiting?.kept ?? undefined;
    const needs = stand.needs({
      ...(seenHere === undefined ? {} : { seenHere }),
      tell: (event) => {
        if (event.type === "entry" && event.entry.type === "ruling") stand.passes(31_000);
      },
    });
    const ended = await standBy(filed.value.contract, needs);
    const answer = ended.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(answer?.data.argument).toContain("the fix was rejected: it is not pretty.");
    expect(answer?.data.argument).toMatch(/The fix of entry 3, run in a sandbox here: exit code 0/);
    expect(isEnded(ended.state.phase)).toBe(true);
  });
});
