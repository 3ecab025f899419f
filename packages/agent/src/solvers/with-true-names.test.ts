import { expect, test } from "vitest";
import { SOME_PROBLEM } from "../../test/some-problem.ts";
import type { Problem } from "../problem.ts";
import type { Fix, Hint, Tools } from "../solver.ts";
import { advice, corrected, type Rule, rule, unproved } from "./rules/rule.ts";
import { rulesSolver } from "./rules/rules-solver.ts";
import { changedFix, withTrueNames } from "./with-true-names.ts";

const HOME = ["", "home", "ada"].join("/");
const MARK = "[REDACTED:user-name]";
const scrub = (text: string) => text.replaceAll(HOME, `/home/${MARK}`);
const restore = (text: string) => text.replaceAll(MARK, "ada");

const PROBLEM: Problem = {
  ...SOME_PROBLEM,
  command: "node migarte.js",
  error: `Error: Cannot find module '/home/${MARK}/p/migarte.js'\n`,
};

function fakeTools() {
  const [fixes, hints, looks]: [Fix[], Hint[], string[]] = [[], [], []];
  const tools: Tools = {
    now: () => PROBLEM,
    async look(command) {
      looks.push(command);
      return { isSeen: true, output: `d 755 \t.\nf 644 \t./migrate.js\n${scrub(HOME)}\n` };
    },
    async propose(fix) {
      fixes.push(fix);
      return { verdict: "fail", said: scrub(`${HOME}/x`), attemptsLeft: 4 };
    },
    hint: (hint) => void hints.push(hint),
    signal: new AbortController().signal,
  };
  return { tools, fixes, hints, looks };
}

test("a mistyped script below a home directory is corrected on the user's own machine", async () => {
  const { tools, fixes } = fakeTools();
  await withTrueNames(rulesSolver(), { scrub, restore }).solve(PROBLEM, tools);
  expect(fixes[0]?.correctedCommand).toBe("node migrate.js");
});

test("rules read and say true names, and propose what is scrubbed", async () => {
  const { tools, fixes, hints, looks } = fakeTools();
  const read: string[] = [];
  const naming = rule({
    name: "naming",
    title: "",
    sees: ({ lines }) => ({ said: lines.join("\n") }),
    async repair({ said }, _, ask) {
      read.push(said, (await ask.ask("ls", HOME)) ?? "");
      return said.includes("Error") ? corrected(`cat ${HOME}/x`, `See ${HOME}.`) : null;
    },
  });
  const hinting = hintOf(advice(`It is in ${HOME}.`));
  const solver = rulesSolver({ rules: [naming, hinting] });
  await withTrueNames(solver, { scrub, restore }).solve(PROBLEM, tools);
  expect(read.join("\n")).not.toContain("[REDACTED");
  expect(read.join("\n")).toContain(`${HOME}/p/migarte.js`);
  expect([...new Set(looks)]).toEqual([scrub(`ls ${HOME}`)]);
  const restored = corrected(`cat ${HOME}/x`, `See ${HOME}.`);
  expect(fixes).toEqual([changedFix(restored, scrub)]);
  expect(new Set(hints.map(({ explanation }) => explanation))).toEqual(
    new Set([`It is in ${HOME}.`]),
  );
});

test.each([
  { what: "a correction", answer: corrected(`cat /home/${MARK}/x`, "It is there.") },
  { what: "a change", answer: { shell: `touch /home/${MARK}/x`, explanation: "It is missing." } },
  { what: "a hint", answer: unproved(`ssh ${MARK}@host`, "it needs the network", "It is here.") },
])("$what with something redacted in it is no answer", async ({ answer }) => {
  const { tools, fixes, hints } = fakeTools();
  await rulesSolver({ rules: [hintOf(answer)] }).solve(PROBLEM, tools);
  expect({ fixes, hints }).toEqual({ fixes: [], hints: [] });
});

function hintOf(answer: Fix | Hint): Rule {
  return rule({ name: "said", title: "", sees: () => ({}), repair: () => answer });
}
