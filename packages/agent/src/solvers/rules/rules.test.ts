import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sample } from "@bazaar/testkit/sample";
import { afterAll, describe, expect, test } from "vitest";
import { ordinaryUser } from "../../../../guard/test/as-user.ts";
import type { Fix, Hint } from "../../solver.ts";
import { modelSolver } from "../model.ts";
import { ALL_RULES } from "./all-rules.ts";
import { type FailedCommand, isFix, type Rule } from "./rule.ts";
import { rulesSolver } from "./rules-solver.ts";
import { FixtureProject, isRoot, lackOf, titleOf } from "./test/fixture-project.ts";
import { rulesBehindPrompt } from "./test/prompt-round-trip.ts";
import type { UserOutcome } from "./test/repair-as-user.entry.ts";
import { ruleFiles } from "./test/rule-files.ts";
import { type Attempted, MAX_LOOKS, told, trySolver } from "./test/try-solver.ts";

/** Of the fixtures that an ordinary user repairs too. */
const USER_SAMPLE = 12;

const cases = ruleFiles.flatMap(({ rule, fixtures }) =>
  fixtures.map((fixture) => ({ rule, fixture, lack: lackOf(fixture) })),
);
const runnable = cases.filter(({ lack, fixture }) => lack === null && fixture.hints === undefined);
const outcomes: (Attempted & { readonly rule: Rule; isBackFromPrompt: boolean })[] = [];

test("every rule file is in the list and has a fixture", () => {
  const listed = ALL_RULES.map(({ name }) => name);
  expect(ruleFiles.map(({ rule }) => rule.name).sort()).toEqual([...listed].sort());
  expect(new Set(listed).size).toBe(listed.length);
  expect(ruleFiles.filter(({ fixtures }) => fixtures.length === 0)).toEqual([]);
});

/** Each takes a few hundred milliseconds in its sandbox. */
const SAMPLE = 400;
const tried = sample("rules", cases, SAMPLE);

describe.concurrent.each(tried)("$rule.title", ({ rule, fixture, lack }) => {
  test.skipIf(lack !== null)(titleOf(fixture, lack), async () => {
    await using project = new FixtureProject(fixture);
    const problem = await project.fail();
    expect(problem.error).toContain(fixture.shows);

    let first: Rule | undefined;
    const onProposal = (by: Rule): void => {
      first ??= by;
    };
    const attempted = await trySolver(project, problem, rulesSolver({ onProposal }));
    const outcome = { rule, ...attempted, isBackFromPrompt: false };
    if (fixture.hints === undefined) outcomes.push(outcome);
    const { proposals, isSolved, looks, hints } = attempted;
    if (fixture.hints !== undefined) {
      expect(isSolved, told(proposals)).toBe(false);
      expect(hints.map(hintText)).toContainEqual(expect.stringContaining(fixture.hints));
      return;
    }
    expect(isSolved, told(proposals)).toBe(true);
    expect(proposals.length, `the first proposal works: ${told(proposals)}`).toBe(1);
    expect(looks).toBeLessThanOrEqual(MAX_LOOKS);
    await expectOthersSilent(project, problem, rule, first);

    const worked = (fix: Fix): boolean => isSame(fix, proposals[0]?.fix);
    const solver = modelSolver({ models: [rulesBehindPrompt] });
    const roundTrip = await trySolver(project, problem, solver, worked);
    outcome.isBackFromPrompt = roundTrip.isSolved;
    expect(roundTrip.isSolved, `after the prompt: ${told(roundTrip.proposals)}`).toBe(true);
  });
});

test.skipIf(!isRoot)(
  "an ordinary user gets the same repairs (needs root)",
  { timeout: 1_800_000 },
  async () => {
    const isForAll = ({ fixture }: (typeof cases)[number]) =>
      fixture.as !== "root" && !fixture.needs?.includes("account");
    const chosen = sample("rules as an ordinary user", runnable.filter(isForAll), USER_SAMPLE);
    const fixtures = chosen.map(({ fixture }) => fixture);
    const folder = mkdtempSync(join(tmpdir(), "fixtures-"));
    const list = join(folder, "fixtures.json");
    writeFileSync(list, JSON.stringify(fixtures));
    chmodSync(folder, 0o755);
    await using user = await ordinaryUser();
    const entry = new URL("./test/repair-as-user.entry.ts", import.meta.url);
    const answers = await user.run<UserOutcome>(entry, [list]);
    rmSync(folder, { recursive: true });
    expect(answers).toHaveLength(fixtures.length);
    expect(answers.filter(({ isSolved }) => !isSolved)).toEqual([]);
  },
);

/** The rule of the fixture answers; another one may only if its proposal works as well. */
async function expectOthersSilent(
  project: FixtureProject,
  problem: FailedCommand,
  own: Rule,
  first: Rule | undefined,
): Promise<void> {
  const ask = (command: string) => project.look(command);
  for (const rule of ALL_RULES) {
    const fix = rule.matches(problem) ? await rule.repair(problem, ask) : null;
    if (rule === own) expect(fix, `${rule.name} answers`).not.toBeNull();
    if (fix === null || !isFix(fix) || rule === first) continue;
    const { isRepaired, run } = await project.attempt(fix);
    expect(isRepaired, `${rule.name}: ${JSON.stringify(fix)}\n${run.output}`).toBe(true);
  }
}

function hintText({ command = "", explanation }: Hint): string {
  return `${command}\n${explanation}`;
}

function isSame(fix: Fix, other: Fix | undefined): boolean {
  return fix.shell === other?.shell && fix.correctedCommand === other.correctedCommand;
}

afterAll(() => {
  const times = outcomes.map(({ proposalMs }) => proposalMs).sort((a, b) => a - b);
  const looks = outcomes.map((outcome) => outcome.looks).sort((a, b) => a - b);
  const repaired = outcomes.filter(({ isSolved }) => isSolved);
  const rules = new Set(repaired.map(({ rule }) => rule)).size;
  const back = outcomes.filter(({ isBackFromPrompt }) => isBackFromPrompt).length;
  process.stdout.write(
    `rules: ${repaired.length} of ${outcomes.length} fixtures repaired, by ${rules} of ${ALL_RULES.length} rules; ` +
      `to the first proposal: median ${median(times)?.toFixed(0)} ms, ${median(looks)} looks, at most ${looks.at(-1)} looks\n` +
      `prompt round trip: ${back} of ${outcomes.length} fixtures survive it (the rules read the prompt; no model takes part)\n`,
  );
});

function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor(sorted.length / 2)];
}
