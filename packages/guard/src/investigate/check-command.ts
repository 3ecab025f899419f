/**
 * Whether a line of commands is allowed. It does not touch the machine, so the same line gets the
 * same answer everywhere; what the disk decides (matching files, links) is checked when it runs.
 */
import { expandWords, type Values } from "./expand-words.ts";
import { parseCommand } from "./parse-command.ts";
import { planStage, type StagePlan } from "./plan-stage.ts";
import { allow, type Checked, deny } from "./refusal.ts";
import { type Line, linesIn, type Stage } from "./shell-line.ts";

export interface Where {
  /** Where the line starts, absolute. */
  readonly directory: string;
  readonly home: string;
  /** The user's own PATH. */
  readonly searchPath?: string;
}

/** A line that the grammars allow. */
export interface Plan {
  readonly line: Line;
  /** Every path it names, absolute; patterns as they were written. */
  readonly paths: readonly string[];
  /** What each of its commands comes to, inner ones first. */
  readonly stages: readonly StagePlan[];
}

/** What is known when one command of a line is about to run. */
export interface Moment extends Where {
  /** Where this command starts: `cd` may have changed it. */
  readonly at: string;
  /** Of the command before it. */
  readonly exitCode: number;
  /** The files that patterns match. */
  readonly matches: ReadonlyMap<string, readonly string[]>;
  /** What the lines of `$(…)` printed. */
  readonly printed: ReadonlyMap<Line, string>;
  /** Whether another command prints its input. */
  readonly hasInput: boolean;
}

export function checkCommand(command: string, where: Where): Checked<Plan> {
  const line = parseCommand(command);
  if (!line.ok) return line;
  const stages = checkLine(line.value, where, where.directory);
  if (!stages.ok) return stages;
  const paths = stages.value.flatMap((stage) => stage.paths);
  return allow({ line: line.value, paths, stages: stages.value });
}

function checkLine(line: Line, where: Where, start: string): Checked<readonly StagePlan[]> {
  const plans: StagePlan[] = [];
  let at = start;
  for (const { stages } of line.steps) {
    for (const [index, stage] of stages.entries()) {
      for (const inner of linesIn(stage)) {
        const inside = checkLine(inner, where, at);
        if (!inside.ok) return inside;
        plans.push(...inside.value);
      }
      const checked = checkUnprinted(stage, { ...where, ...START, at, hasInput: index > 0 });
      if (!checked.ok) return checked;
      const { changesTo, gathers } = checked.value;
      const isPiped = gathers !== null && !gathers.isOwn;
      if ((changesTo !== null || isPiped) && !isInPlace(checked.value, index, stages)) {
        const problem = gathers === null ? "cd stands alone, before && or ;" : "xargs ends a pipe";
        return deny({ code: "not_one_command", problem });
      }
      plans.push(checked.value);
      at = changesTo ?? at;
    }
  }
  return allow(plans);
}

const START = {
  exitCode: 0,
  matches: new Map<string, readonly string[]>(),
  printed: new Map<Line, string>(),
};

/** Stand for what a command will print: a path, a number, a name. It is checked again then. */
const STAND_INS = ["./printed", "1", "printed"];

function checkUnprinted(stage: Stage, moment: Moment): Checked<StagePlan> {
  const lines = linesIn(stage);
  if (lines.length === 0) return checkStage(stage, moment);
  const checks = STAND_INS.map((text) =>
    checkStage(stage, { ...moment, printed: new Map(lines.map((line) => [line, text])) }),
  );
  return checks.find(({ ok }) => ok) ?? (checks[0] as Checked<StagePlan>);
}

/** `cd` changes the directory only by itself; names are gathered only from another command. */
function isInPlace(plan: StagePlan, index: number, stages: readonly Stage[]): boolean {
  return plan.gathers === null ? stages.length === 1 : index > 0;
}

/** The plan for one command, with its words expanded. */
export function checkStage(stage: Stage, moment: Moment): Checked<StagePlan> {
  const { home, at, hasInput } = moment;
  const values = valuesOf(moment);
  const input = stage.input === null ? [] : [stage.input];
  const words = expandWords(stage.words, values);
  if (!words.ok) return words;
  const file = expandWords(input, { ...values, matches: START.matches });
  if (!file.ok) return file;
  const unknown = [...words.value.unknown, ...file.value.unknown];
  const planned = planStage(words.value.words, {
    directory: at,
    home,
    root: moment.directory,
    hasInput,
    input: file.value.words[0] ?? null,
  });
  if (!planned.ok || unknown.length === 0) return planned;
  const names = unknown.map((name) => `$${name}`).join(", ");
  const note = `${names} not known here: the user's variables stay private`;
  return allow({ ...planned.value, notes: [...planned.value.notes, note] });
}

/** The patterns among a command's words that may match files. */
export function patternsOf(stage: Stage, moment: Moment): readonly string[] {
  const expanded = expandWords(stage.words, valuesOf(moment));
  return expanded.ok ? expanded.value.patterns : [];
}

function valuesOf({ home, at, exitCode, searchPath, matches, printed }: Moment): Values {
  const variables = new Map([
    ["HOME", home],
    ["PWD", at],
    ["?", String(exitCode)],
    ...(searchPath === undefined ? [] : [["PATH", searchPath] as const]),
  ]);
  return { variables, home, matches, printed };
}
