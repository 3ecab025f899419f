/**
 * The rules as a solver: each rule that recognises the failure investigates and proposes a fix. No
 * command is investigated twice, and no fix is proposed twice.
 *
 * One fault may hide another. If a fix removes its fault and another one shows, the next proposal
 * contains both fixes, because every attempt starts from the machine as it was.
 *
 * What cannot be proved in a sandbox is passed on as a hint, and the search goes on.
 */
import { type Problem, wasTried } from "../../problem.ts";
import type { Fix, Solver, Tools } from "../../solver.ts";
import { ALL_RULES } from "./all-rules.ts";
import { type Ask, isFix, type Rule } from "./rule.ts";
import { sandboxLimit } from "./sandbox-limit.ts";
import { ACTS_ON_SHELL, endsInShell } from "./shell/acts-on-shell.ts";
import { readCalls } from "./shell-words.ts";

/** Further attempts are left to the next solver. */
const MAX_FRUITLESS = 2;
const MAX_PROPOSALS = 4;

export interface RulesSolverOptions {
  readonly rules?: readonly Rule[];
  /** Which rule proposed what. */
  readonly onProposal?: (rule: Rule, fix: Fix) => void;
}

export function rulesSolver({
  rules = ALL_RULES,
  onProposal = () => undefined,
}: RulesSolverOptions = {}): Solver {
  return {
    name: "rules",
    async solve(problem, tools) {
      const run = new RulesRun(rules, tools, onProposal);
      return (await run.solve(problem, null)) ? "solved" : "passed";
    },
  };
}

class RulesRun {
  readonly #rules: readonly Rule[];
  readonly #tools: Tools;
  readonly #ask: Ask;
  readonly #onProposal: (rule: Rule, fix: Fix) => void;
  #proposals = 0;
  #fruitful = 0;

  constructor(rules: readonly Rule[], tools: Tools, onProposal: (rule: Rule, fix: Fix) => void) {
    this.#rules = rules;
    this.#tools = tools;
    this.#ask = remembering(tools);
    this.#onProposal = onProposal;
  }

  /** Tries to solve the problem on top of the fix so far; whether that worked. */
  async solve(problem: Problem, done: Fix | null): Promise<boolean> {
    let isFirst = true;
    const ask = done === null ? this.#ask : readingAfter(done, this.#ask);
    for (const rule of this.#rules) {
      if (!rule.matches(problem)) continue;
      const step = await rule.repair(problem, ask);
      if (step !== null && !isFix(step)) {
        this.#tools.hint(step);
        continue;
      }
      if (step !== null && this.#isForShell(step)) continue;
      const fix = step === null || done === null ? step : both(done, step);
      if (step === null || fix === null || wasTried(this.#tools.now(), fix)) continue;
      if (done !== null && isFirst) this.#fruitful += 1;
      isFirst = false;
      // The rules that follow may still have a hint.
      if (this.#isSpent()) continue;
      this.#proposals += 1;
      this.#onProposal(rule, fix);
      const trial = await this.#tools.propose(fix);
      if (trial.verdict === "pass" || trial.verdict === "declined") return true;
      if (trial.verdict === "not_tried") continue;
      const limit = sandboxLimit(trial, problem.error);
      if (limit !== null) {
        this.#hintAtLimit(fix, limit, problem.command);
        continue;
      }
      if (!(await this.#isGone(rule, step, problem, trial.said))) continue;
      const command = fix.correctedCommand ?? problem.command;
      if (await this.solve({ ...problem, command, error: trial.said }, fix)) return true;
    }
    return false;
  }

  /** Passes on a correction that would change nothing but the sandbox's own shell. */
  #isForShell({ shell, correctedCommand, explanation }: Fix): boolean {
    if (shell !== "" || correctedCommand === undefined || !endsInShell(correctedCommand))
      return false;
    this.#tools.hint({ command: correctedCommand, unproved: ACTS_ON_SHELL, explanation });
    return true;
  }

  #isSpent(): boolean {
    const isFruitless = this.#proposals - this.#fruitful >= MAX_FRUITLESS;
    return isFruitless || this.#proposals >= MAX_PROPOSALS || this.#tools.now().attemptsLeft === 0;
  }

  /**
   * A correction that failed for want of something that only the sandbox lacks may be right. What it
   * printed is no failure of the user's machine, and no rule may explain it as one. A program that the
   * correction has brought in may print what it likes, and does not put itself on the prompt so.
   */
  #hintAtLimit({ shell, correctedCommand, explanation }: Fix, limit: string, typed: string): void {
    if (shell !== "" || correctedCommand === undefined) return;
    if (bringsProgram(typed, correctedCommand)) return;
    this.#tools.hint({ command: correctedCommand, unproved: limit, explanation });
  }

  /** Whether the output changed and the rule would not propose the same again. */
  async #isGone(rule: Rule, step: Fix, problem: Problem, said: string): Promise<boolean> {
    if (said.includes(problem.error.trim())) return false;
    const now = { ...problem, error: said };
    const again = rule.matches(now) ? await rule.repair(now, this.#ask) : null;
    return again === null || !isFix(again) || !isSame(again, step);
  }
}

/** Whether a program by its path, or a variable for a program, is new in the correction. */
function bringsProgram(typed: string, corrected: string): boolean {
  const wordsOf = (command: string) =>
    readCalls(command).flatMap(({ assignments, program, operands }) => [
      ...assignments,
      ...[program, ...(RUNNERS.has(program.raw) ? operands : [])].filter(
        ({ raw }) => raw.includes("/") || raw.includes("="),
      ),
    ]);
  const known = new Set(wordsOf(typed).map(({ raw }) => raw));
  return wordsOf(corrected).some(({ raw }) => !known.has(raw));
}

/** They run what follows them. */
const RUNNERS: ReadonlySet<string> = new Set(
  "env sudo doas nice nohup timeout time exec export".split(" "),
);

/** The first fix, then the second; the last corrected command is the one to run. */
function both(first: Fix, second: Fix): Fix {
  const correctedCommand = second.correctedCommand ?? first.correctedCommand;
  const needs = [...new Set([...(first.needs ?? []), ...(second.needs ?? [])])];
  return {
    shell: [first.shell, second.shell].filter((shell) => shell !== "").join("\n"),
    explanation: `${first.explanation} ${second.explanation}`,
    ...(correctedCommand === undefined ? {} : { correctedCommand }),
    ...(needs.length === 0 ? {} : { needs }),
  };
}

function isSame(fix: Fix, other: Fix): boolean {
  return fix.shell === other.shell && fix.correctedCommand === other.correctedCommand;
}

function remembering(tools: Tools): Ask {
  const answers = new Map<string, string | null>();
  for (const { command, output } of tools.now().seen) answers.set(command, output);
  return async (command) => {
    const known = answers.get(command);
    if (known !== undefined) return known;
    if (tools.now().looksLeft === 0) return null;
    const look = await tools.look(command);
    const answer = look.isSeen ? look.output : null;
    answers.set(command, answer);
    return answer;
  };
}

/** A file that a fix edits is read as the fix leaves it: later faults are reported there. */
function readingAfter({ shell }: Fix, ask: Ask): Ask {
  const scripts = new Map<string, string>();
  for (const { program, operands } of readCalls(shell)) {
    const [flag, script, file] = operands.map(({ raw }) => raw);
    if (program.raw !== "sed" || flag !== "-i" || script === undefined || file === undefined)
      continue;
    scripts.set(`cat ${file}`, `${scripts.get(`cat ${file}`) ?? ""}-e ${script} `);
  }
  return (command) => {
    const script = scripts.get(command);
    return ask(script === undefined ? command : `sed ${script}${command.slice("cat ".length)}`);
  };
}
