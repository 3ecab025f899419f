import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ordinaryUser } from "../../../../guard/test/as-user.ts";
import type { Fix } from "../../solver.ts";
import { modelSolver } from "../model.ts";
import { ALL_RULES } from "./all-rules.ts";
import type { FailedCommand, Rule } from "./rule.ts";
import { rulesSolver } from "./rules-solver.ts";
import type { Fixture } from "./test/fixture.ts";
import { ruleFiles } from "./test/folder-listing.ts";
import type { UserOutcome } from "./test/repair-as-user.entry.ts";
import { isRoot, lackOf, RepairShop, titleOf } from "./test/repair-shop.ts";
import { type Attempted, MAX_LOOKS, told, trySolver } from "./test/try-solver.ts";
import { wellReadModel } from "./test/well-read-model.ts";

const cases = ruleFiles.flatMap(({ rule, fixtures }) =>
  fixtures.map((fixture) => ({ rule, fixture, lack: lackOf(fixture) })),
);
const outcomes: (Attempted & { readonly rule: Rule; isSolvedByModel: boolean })[] = [];

test("every rule in the folders is in the list, and has a fixture beside it", () => {
  const listed = ALL_RULES.map(({ name }) => name);
  expect(ruleFiles.map(({ rule }) => rule.name).sort()).toEqual([...listed].sort());
  expect(new Set(listed).size).toBe(listed.length);
  expect(ruleFiles.filter(({ fixtures }) => fixtures.length === 0)).toEqual([]);
});

describe.concurrent.each(cases)("$rule.title", ({ rule, fixture, lack }) => {
  test.skipIf(lack !== null)(titleOf(fixture, lack), async () => {
    using shop = new RepairShop(fixture);
    const problem = await shop.fail();
    expect(problem.error).toContain(fixture.shows);

    let first: Rule | undefined;
    const onProposal = (by: Rule): void => {
      first ??= by;
    };
    const attempted = await trySolver(shop, problem, rulesSolver({ onProposal }));
    const outcome = { rule, ...attempted, isSolvedByModel: false };
    outcomes.push(outcome);
    const { proposals, isSolved, looks } = attempted;
    expect(isSolved, told(proposals)).toBe(true);
    expect(proposals.length, `the first proposal works: ${told(proposals)}`).toBe(1);
    expect(looks).toBeLessThanOrEqual(MAX_LOOKS);
    await expectOthersSilent(shop, problem, rule, first);

    const worked = (fix: Fix): boolean => isSame(fix, proposals[0]?.fix);
    const model = modelSolver({ models: [wellReadModel] });
    const thought = await trySolver(shop, problem, model, worked);
    outcome.isSolvedByModel = thought.isSolved;
    expect(thought.isSolved, told(thought.proposals)).toBe(true);
  });
});

test.skipIf(!isRoot)(
  "an ordinary user gets the same repairs (needs root)",
  { timeout: 300_000 },
  async () => {
    const firsts = ruleFiles.flatMap(({ fixtures }) => fixtures.slice(0, 1));
    const isForAll = (fixture: Fixture) =>
      fixture.as !== "root" && !fixture.needs?.includes("account") && lackOf(fixture) === null;
    const usable = firsts.filter(isForAll);
    const folder = mkdtempSync(join(tmpdir(), "fixtures-"));
    const list = join(folder, "fixtures.json");
    writeFileSync(list, JSON.stringify(usable));
    chmodSync(folder, 0o755);
    await using user = await ordinaryUser();
    const entry = new URL("./test/repair-as-user.entry.ts", import.meta.url);
    const answers = await user.run<UserOutcome>(entry, [list]);
    rmSync(folder, { recursive: true });
    expect(answers).toHaveLength(usable.length);
    expect(answers.filter(({ isSolved }) => !isSolved)).toEqual([]);
  },
);

/** The rule of the fixture answers; another one may only if what it proposes works as well. */
async function expectOthersSilent(
  shop: RepairShop,
  problem: FailedCommand,
  own: Rule,
  first: Rule | undefined,
): Promise<void> {
  const answers = new Map<string, Promise<string | null>>();
  const ask = (command: string) => {
    const answer = answers.get(command) ?? shop.look(command);
    answers.set(command, answer);
    return answer;
  };
  for (const rule of ALL_RULES) {
    const fix = rule.matches(problem) ? await rule.repair(problem, ask) : null;
    if (rule === own) expect(fix, `${rule.name} answers`).not.toBeNull();
    if (fix === null || rule === first) continue;
    const { isRepaired, run } = await shop.attempt(fix);
    expect(isRepaired, `${rule.name}: ${JSON.stringify(fix)}\n${run.output}`).toBe(true);
  }
}

function isSame(fix: Fix, other: Fix | undefined): boolean {
  return fix.shell === other?.shell && fix.correctedCommand === other.correctedCommand;
}

afterAll(() => {
  const times = outcomes.map(({ proposalMs }) => proposalMs).sort((a, b) => a - b);
  const looks = outcomes.map((outcome) => outcome.looks).sort((a, b) => a - b);
  const repaired = outcomes.filter(({ isSolved }) => isSolved);
  const classes = new Set(repaired.map(({ rule }) => rule)).size;
  const byModel = outcomes.filter(({ isSolvedByModel }) => isSolvedByModel).length;
  const percent = (count: number): string =>
    `${((100 * count) / Math.max(outcomes.length, 1)).toFixed(1)} %`;
  const lacking = cases.filter(({ lack }) => lack !== null).length;
  process.stdout.write(
    `rules: ${repaired.length} of ${outcomes.length} fixtures repaired without a model (${percent(repaired.length)}), ` +
      `${classes} of ${ALL_RULES.length} rules; ${lacking} fixtures need what this machine lacks; ` +
      `with a stand-in model in place of the rules ${byModel} (${percent(byModel)}); ` +
      `from failure to proposal: median ${median(times)?.toFixed(0)} ms, ${median(looks)} looks, at most ${looks.at(-1)}\n`,
  );
});

function median(sorted: readonly number[]): number | undefined {
  return sorted[Math.floor(sorted.length / 2)];
}
