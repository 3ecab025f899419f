/** Principals who keep the fix and say that it failed. They must not get the agent's money too. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { InProcess } from "../../doors/src/http/connect/test/in-process.ts";
import {
  Agent,
  everyTest,
  execution,
  failed,
  PASSED,
  Principal,
  tries,
  typesOf,
  verifies,
} from "../test/scripted.ts";
import { PrincipalRecords } from "./principal-records.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-liars-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const openRecords = () => new PrincipalRecords(join(folder, "principals.json"));

const LIES = 8;
const BOUNTY = { escrow: { bounty: "35", currency: "XNO", chain: "nano" } };
const UNSHOWN: JsonObject = { success: false, explanation: "it still fails" };

test.each<{
  how: string;
  lie: JsonObject;
  attempts: bigint;
  court: "fulfilled" | "impossible" | "canceled";
  left: string;
}>([
  // The agent cannot know, and leaves for nothing: without this it had 44.
  {
    how: "with invented evidence",
    lie: failed("no"),
    attempts: 3n,
    court: "canceled",
    left: "100",
  },
  // A court of recorded facts has none.
  { how: "without evidence", lie: UNSHOWN, attempts: 2n, court: "impossible", left: "100" },
  // Each bounty of 35 less the platform's 3.5.
  {
    how: "without evidence, and a court believes the agent",
    lie: UNSHOWN,
    attempts: 2n,
    court: "fulfilled",
    left: "352",
  },
  // Each case that is lost costs the first tier's fee of 0.02, and that is all.
  {
    how: "without evidence, and a court believes them",
    lie: UNSHOWN,
    attempts: 2n,
    court: "canceled",
    left: "99.84",
  },
  {
    how: "against their own evidence",
    lie: { ...PASSED, success: false },
    attempts: 2n,
    court: "fulfilled",
    left: "352",
  },
])("eight who lie $how leave an agent of 100 XNO with $left", async (row) => {
  place.under.verdict = row.court;
  await using agent = new Agent(place, tries("touch it"), {
    records: openRecords(),
    limits: { pollMs: 10_000 },
  });
  for (let lies = 1; lies <= LIES; lies += 1) {
    const liar = new Principal(
      place,
      verifies(() => row.lie),
    );
    const terms = { ...BOUNTY, execution: execution({ max_attempts: row.attempts }) };
    const ended = await liar.attend(await liar.post(terms));
    expect(typesOf(ended)).toContain("fix");
    await agent.untilEnded(lies);
  }
  expect(await place.balance(agent.connection)).toBe(row.left);
  expect(agent.errors).toEqual([]);
});

test("one who lies twice is not worked for again, also after a restart", async () => {
  place.under.verdict = "impossible";
  const liar = new Principal(
    place,
    verifies(() => UNSHOWN),
  );
  const signer = place.connect().signer;
  const passedOver: string[] = [];
  const hooks = { passedOver: (_: unknown, because: string) => void passedOver.push(because) };
  const bonds: boolean[] = [];
  for (let lies = 1; lies <= LIES; lies += 1) {
    const connection = place.connect(signer);
    await using agent = new Agent(place, tries("touch it"), {
      connection,
      records: openRecords(),
      hooks,
    });
    const ended = await liar.attend(await liar.post());
    bonds.push(typesOf(ended).includes("bond"));
    if (lies <= 2) await agent.untilEnded(1);
    expect(agent.errors).toEqual([]);
  }
  expect(bonds).toEqual([true, true, false, false, false, false, false, false]);
  expect(passedOver).toEqual(
    Array(6).fill("failures without evidence or against it: 2, accepted: 0"),
  );
  const honest = new Principal(place);
  await using agent = new Agent(place, tries("touch it"), { records: openRecords() });
  const ended = await honest.attend(await honest.post());
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("an agent does not take its own user to court", async () => {
  const rejects = verifies(() => ({ success: false, explanation: "I do not like it" }));
  const principal = new Principal(place, rejects);
  const open = await principal.post();
  const only = () => [open.id];
  await using agent = new Agent(place, tries("touch it"), { only });
  const ended = await principal.attend(open);
  expect(typesOf(ended)).not.toContain("dispute_filed");
  expect(typesOf(ended).filter((type) => type === "fix")).toHaveLength(1);
  expect(agent.errors).toEqual([]);
});

test("a rejection without evidence goes to court with what is wrong about it", async () => {
  const liar = new Principal(
    place,
    verifies(() => UNSHOWN),
  );
  await using agent = new Agent(place, tries("one", "two"));
  const ended = await liar.attend(await liar.post());
  const filed = ended.transcript.entries.find(({ type }) => type === "dispute_filed");
  expect(filed?.author).toBe(agent.connection.party);
  expect(String(filed?.data.argument)).toContain(
    "without evidence for the agreed checks (exit code 0)",
  );
  expect(typesOf(ended).filter((type) => type === "fix")).toHaveLength(2);
  expect(agent.errors).toEqual([]);
});
