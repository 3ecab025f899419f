/**
 * A person who was misled once does not ask again: of a few situations, and of those where an answer
 * easily does harm, none may be answered wrongly. `npm run bench -- repairs` measures all of them.
 */
import { hasProgram } from "@bazaar/testkit/program";
import { sample } from "@bazaar/testkit/sample";
import { describe, expect, test } from "vitest";
import { FIX_TERMINAL, FIX_YES } from "./contestants.ts";
import { textOf } from "./heard.ts";
import { judged } from "./judge.ts";
import { ownSituations, type Situation } from "./situation.ts";
import { canStage, isThere } from "./stage.ts";
import { wordsOf } from "./table.ts";

const canRun = canStage() && hasProgram("bwrap", "script");
const here = ownSituations().filter(({ programs }) => programs.every(isThere));
const isRisky = ({ tempting, best }: Situation): boolean =>
  tempting !== null || best === "declined";
const chosen = [
  ...sample("repairs at risk", here.filter(isRisky), 6),
  ...sample(
    "repairs",
    here.filter((situation) => !isRisky(situation)),
    4,
  ),
];

describe.skipIf(!canRun)("fix misleads nobody (needs root and bwrap)", () => {
  test.each(chosen)("$id is not answered wrongly", async (situation) => {
    const result = await judged(situation, FIX_TERMINAL);
    expect(["wrong", "harmful"], wordsOf(result)).not.toContain(result.outcome);
  });

  test.each(["shell-mkdir-parents"])("%s is read alike on a terminal and as JSON", async (id) => {
    const situation = here.find((one) => one.id === id);
    if (situation === undefined) throw new Error(`no situation ${id}`);
    const [shown, told] = [await judged(situation, FIX_TERMINAL), await judged(situation, FIX_YES)];
    expect(shown.outcome).toBe("solved");
    expect(told.outcome).toBe("solved");
    expect(shown.answers.map(textOf)).toEqual(told.answers.map(textOf));
  });
});
