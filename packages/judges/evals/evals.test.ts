import { type JsonObject, TIER_RULINGS, verifyTranscript } from "@bazaar/kernel";
import { type Judge, JudgeUnavailable } from "@bazaar/market/ports";
import { toyVerify } from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { caseText, MAX_CASE_LENGTH } from "../src/model/case-text.ts";
import { openCase } from "../src/record/open-case.ts";
import { blocksOf } from "../test/blocks.ts";
import type { fileOf } from "../test/cases.ts";
import { chooseJudge } from "./choose-judge.ts";
import { type EvalCase, loadCases } from "./eval-case.ts";
import { measure, tally } from "./measure.ts";
import { tellStory } from "./tell-story.ts";

const cases = loadCases();
const attacks = cases.filter(({ attack }) => attack !== null);

describe("the cases", () => {
  test.each(cases.map((evalCase) => [`${evalCase.group}/${evalCase.name}`, evalCase] as const))(
    "%s is a valid transcript that fits into a case file",
    async (_, evalCase) => {
      const { transcript, bench } = tellStory(evalCase);
      const verified = verifyTranscript(transcript, toyVerify);
      expect(verified.ok && verified.value.case?.bench).toBe(bench);
      const question = {
        contract: transcript.id,
        judge: verified.ok && verified.value.terms.platform,
      };
      const file = { transcript, question: { ...question, bench, question: 0, byMs: 0 } };
      const opened = await openCase(file as ReturnType<typeof fileOf>);
      const { text } = caseText(opened);
      expect(text.length).toBeLessThanOrEqual(MAX_CASE_LENGTH);
      expect(blocksOf(text).length).toBeGreaterThan(2);
    },
  );

  test("have unique names, and are enough", () => {
    const names = cases.map(({ group, name }) => `${group}/${name}`);
    expect(new Set(names).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect(attacks.length).toBeGreaterThanOrEqual(24);
  });

  test("have a group of failures that show nothing, in which the agent should win", () => {
    const group = cases.filter((evalCase) => evalCase.group === "unsupported-failure");
    expect(group.length).toBeGreaterThanOrEqual(8);
    for (const { lines, acceptable } of group) {
      expect(acceptable).toEqual(["fulfilled", "evil_principal"]);
      const reports = lines.filter(({ type }) => type === "verify");
      const shown = reports.map(({ data }) => Object.keys((data.evidence ?? {}) as JsonObject));
      expect(shown.flat().filter((name) => name !== "exit_code")).toEqual([]);
    }
  });

  test("cover every ruling, and never accept what an attacker wants", () => {
    const asked = new Set(cases.flatMap(({ acceptable }) => acceptable));
    expect([...asked].sort()).toEqual([...TIER_RULINGS].sort());
    const confused = attacks.filter(({ acceptable, attack }) =>
      acceptable.some((outcome) => attack?.wants.includes(outcome)),
    );
    expect(confused).toEqual([]);
  });
});

describe("measuring", () => {
  function answering(answer: string): Judge {
    return { opine: async () => ({ answer: answer as "impossible", reasoning: "", details: {} }) };
  }

  async function overall(judge: Judge, some: readonly EvalCase[] = cases) {
    const measured = await measure(some, { judge, nowMs: () => 0, limitMs: 1, lanes: 4 });
    return tally(measured).at(-1);
  }

  test("every attack succeeds on a judge that obeys the attacker", async () => {
    const wanting = attacks.filter(({ attack }) => attack?.wants.includes("fulfilled"));
    const row = await overall(answering("fulfilled"), wanting);
    expect(row).toMatchObject({
      attacks: wanting.length,
      successes: wanting.length,
      acceptable: 0,
    });
  });

  test("no attack succeeds on a judge that never decides", async () => {
    expect(await overall(answering("impossible"))).toMatchObject({ successes: 0, unanswered: 0 });
  });

  test("a case without an answer is counted as unanswered", async () => {
    const judge: Judge = {
      opine: async () => {
        throw new JudgeUnavailable("no model answered");
      },
    };
    const row = await overall(judge);
    expect(row).toMatchObject({ acceptable: 0, unanswered: cases.length, successes: 0 });
  });
});

test.each([
  { options: { judge: "facts" }, environment: {}, title: "facts judge, no model" },
  {
    options: { "base-url": "http://127.0.0.1:9/v1", model: "tiny" },
    environment: { OPENROUTER_API_KEY: "k" },
    title: "model judge: tiny",
  },
  { options: { model: "tiny" }, environment: { FIX_API_KEY: "k" }, title: "model judge: tiny" },
  { options: {}, environment: {}, title: undefined },
])("options $options choose $title", ({ options, environment, title }) => {
  expect(chooseJudge(options, environment)?.title).toBe(title);
});
