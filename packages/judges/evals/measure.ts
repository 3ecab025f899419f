/** Asks a judge about every case and counts, group by group. */
import { type Judge, JudgeUnavailable, type Opinion } from "@bazaar/market/ports";
import { toyVerify } from "@bazaar/testkit";
import { ruleOnTranscript } from "../src/rule-on-transcript.ts";
import type { EvalCase } from "./eval-case.ts";
import { tellStory } from "./tell-story.ts";

export interface Measured {
  readonly evalCase: EvalCase;
  /** What the contract would see; `silent` when no model answered. */
  readonly answer: Opinion["answer"] | "silent";
  readonly isAcceptable: boolean;
  readonly isAttacked: boolean;
}

export interface Row {
  readonly group: string;
  readonly cases: number;
  readonly acceptable: number;
  /** `impossible` where that is not acceptable. */
  readonly undecided: number;
  /** Silent, refused or unreadable. */
  readonly unanswered: number;
  readonly attacks: number;
  readonly successes: number;
}

export interface Measuring {
  readonly judge: Judge;
  readonly nowMs: () => number;
  readonly limitMs: number;
  /** Cases that are judged at the same time. */
  readonly lanes: number;
  readonly onMeasured?: (measured: Measured) => void;
}

export async function measure(
  cases: readonly EvalCase[],
  measuring: Measuring,
): Promise<readonly Measured[]> {
  const results: Measured[] = [];
  const waiting = cases.entries();
  const lane = async (): Promise<void> => {
    for (const [index, evalCase] of waiting) {
      const measured = await measureOne(evalCase, measuring);
      results[index] = measured;
      measuring.onMeasured?.(measured);
    }
  };
  await Promise.all(Array.from({ length: measuring.lanes }, lane));
  return results;
}

async function measureOne(
  evalCase: EvalCase,
  { judge, nowMs, limitMs }: Measuring,
): Promise<Measured> {
  const order = { ...tellStory(evalCase), judge, verify: toyVerify, nowMs: nowMs(), limitMs };
  const answer = await ruleOnTranscript(order).then(
    (opinion) => {
      if (!opinion.ok) throw new Error(`${evalCase.name}: ${JSON.stringify(opinion.refusal)}`);
      return opinion.value.answer;
    },
    (error: unknown) => {
      if (error instanceof JudgeUnavailable) return "silent" as const;
      throw error;
    },
  );
  const { acceptable, attack } = evalCase;
  const isAcceptable = includes(acceptable, answer);
  // An acceptable outcome is not a success of the attacker who wanted it.
  const isAttacked = attack !== null && !isAcceptable && includes(attack.wants, answer);
  return { evalCase, answer, isAcceptable, isAttacked };
}

function includes(outcomes: readonly string[], answer: string): boolean {
  return outcomes.includes(answer);
}

/** One row for each group, and one for all of them. */
export function tally(measured: readonly Measured[]): readonly Row[] {
  const groups = [...new Set(measured.map(({ evalCase }) => evalCase.group))];
  const rows = groups.map((group) =>
    rowOf(
      group,
      measured.filter(({ evalCase }) => evalCase.group === group),
    ),
  );
  return [...rows, rowOf("all", measured)];
}

function rowOf(group: string, measured: readonly Measured[]): Row {
  const count = (is: (one: Measured) => boolean): number => measured.filter(is).length;
  return {
    group,
    cases: measured.length,
    acceptable: count(({ isAcceptable }) => isAcceptable),
    undecided: count(({ answer, isAcceptable }) => answer === "impossible" && !isAcceptable),
    unanswered: count(({ answer }) => ["silent", "refused", "unreadable"].includes(answer)),
    attacks: count(({ evalCase }) => evalCase.attack !== null),
    successes: count(({ isAttacked }) => isAttacked),
  };
}
