import { CUSTODY, JUDGE_ACTS, PARTY_ACTS, ROWS, SERVER_ACTS } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { CHECK_METHODS } from "../../packages/kernel/src/check/kinds.ts";
import { CLOCK_KINDS } from "../../packages/kernel/src/contract/state.ts";
import { WORK_KINDS } from "../../packages/kernel/src/contract/terms.ts";
import { COURT_KINDS } from "../../packages/kernel/src/court/courts.ts";
import { PROFILE_NAMES } from "../../packages/kernel/src/profiles/names.ts";
import { RAIL_NAMES } from "../../packages/kernel/src/settlement/pot.ts";
import { CHECK_VERDICTS } from "./check-plays.ts";
import { JOB_NAMES } from "./jobs.ts";
import { toyKeys } from "./keys.ts";
import { FATES, type Move, SIGNINGS } from "./move.ts";
import { subSeed } from "./random.ts";
import { addReach, type Reach, reachOf } from "./reach.ts";
import { runWorld } from "./run-world.ts";
import { storeNamed } from "./stores.ts";

const WORLDS = 90;
/** So often that a change of the dice does not lose one. */
const RULINGS = 10;

/** A move without a line does not compile; `away` joins others, to compare two worlds. */
const MOVES: Readonly<Record<Exclude<Move["do"], "away">, true>> = {
  act: true,
  deliver: true,
  work: true,
  "work at once": true,
  "both work": true,
  pass: true,
  "pass to deadline": true,
  outage: true,
  freeze: true,
  "set clock": true,
  "fill disk": true,
  "free disk": true,
  crash: true,
  pay: true,
  bind: true,
  upload: true,
};

/** The others are refused at posting. */
const HELD = RAIL_NAMES.filter((rail) => CUSTODY[rail].kind === "held");

/** Every method, and every verdict; long runs reach every pair. */
const SHOWN = [...CHECK_METHODS, ...CHECK_VERDICTS];

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  profile: PROFILE_NAMES,
  work: [...WORK_KINDS, "task with an expiry", "job with a schema"],
  court: [...COURT_KINDS, "none with replays"],
  rail: HELD,
  clock: CLOCK_KINDS,
  decimals: ["0", "2", "9", "11", "30"],
  schedule: [
    ...["symmetric-bond at post", "court-fees at post", "pay-after-verify at post"],
    ...["pay-after-verify at accept", "stake at post", "stake at accept"],
  ],
  act: [...PARTY_ACTS, ...JUDGE_ACTS, ...SERVER_ACTS],
  row: ROWS,
  disputed: PROFILE_NAMES,
  reported: SHOWN,
  // A stranger cannot run a principal's own judgement again.
  "run again": SHOWN.filter((name) => name !== "principal"),
  "ruling by": ["our own court", "a judge's opinion", "a judge's entry"],
  "refused to another key of": [
    ...["the principal", "a former agent", "the judge", "a side or an arbiter"],
  ],
  move: Object.keys(MOVES),
  fate: FATES,
  signing: SIGNINGS,
  job: JOB_NAMES,
  fault: ["crash", "lost answer"],
};

test("the worlds reach all that the kernel knows, all faults, and owners with several keys", async () => {
  const reach: Reach = {};
  for (let index = 0; index < WORLDS; index += 1) {
    const plan = { seed: subSeed(7, index), contracts: 20, keys: toyKeys(), plant: null };
    using world = await runWorld({ ...plan, makeStore: storeNamed("memory") });
    addReach(reach, await reachOf(world));
  }
  for (const kind of ["reported", "run again"]) reach[kind] = wordsOf(reach[kind] ?? {});
  const isMissing = (kind: string, name: string): boolean => (reach[kind]?.[name] ?? 0) === 0;
  for (const [kind, names] of Object.entries(EXPECTED)) {
    expect(
      names.filter((name) => isMissing(kind, name)),
      kind,
    ).toEqual([]);
  }
  expect(Object.keys(reach).toSorted()).toEqual(Object.keys(EXPECTED).toSorted());
  for (const [kind, times] of Object.entries(reach["ruling by"] ?? {})) {
    expect(times, kind).toBeGreaterThan(RULINGS);
  }
});

/** How often each word is in the names. */
function wordsOf(names: Readonly<Record<string, number>>): Record<string, number> {
  const words: Record<string, number> = {};
  for (const [name, times] of Object.entries(names)) {
    for (const word of name.split(" ")) words[word] = (words[word] ?? 0) + times;
  }
  return words;
}
