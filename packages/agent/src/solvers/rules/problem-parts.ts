/**
 * A problem as rules see it: one view for each command inside the failed one, each with its own
 * directory and a way to put an answer back in its place.
 */
import { investigationProblem } from "@bazaar/kernel";
import type { Fix } from "../../solver.ts";
import { type CommandPart, commandParts } from "./command-parts.ts";
import { stagedAgain } from "./git/staged-again.ts";
import { Investigator } from "./investigator.ts";
import type { Answer, Ask, FailedCommand } from "./rule.ts";
import { keepsLosses } from "./script-line.ts";
import { type Script, scriptsIn } from "./scripts.ts";
import { readCalls } from "./shell-words.ts";
import { type View, viewOf } from "./view.ts";

export interface ProblemPart {
  readonly view: View;
  readonly investigator: (look: Ask) => Investigator;
  /** The answer for the whole command; null if the correction does not fit in its place. */
  readonly place: (answer: Answer, look: Ask) => Answer | null | Promise<Answer | null>;
}

const SEEN = new WeakMap<FailedCommand, readonly ProblemPart[]>();

/** The innermost command first, then the whole, then the lines of scripts that it runs. */
export function problemParts(problem: FailedCommand): readonly ProblemPart[] {
  const known = SEEN.get(problem);
  if (known !== undefined) return known;
  const view = viewOf(problem);
  const parts = view.calls.length === 0 ? [] : commandParts(view.command);
  const found = [
    ...(parts.length === 0 ? [plain(view)] : parts.map((part) => ofCommand(view, part))),
    ...parts.flatMap((part) =>
      scriptsIn(viewIn(view, part)).map((one) => ofScript(view, entering(part, one), one)),
    ),
  ];
  SEEN.set(problem, found);
  return found;
}

function plain(view: View): ProblemPart {
  return { view, investigator: (look) => new Investigator(look), place: (answer) => answer };
}

function viewIn(whole: View, { command, isArgument }: CommandPart): View {
  return { ...whole, command, calls: readCalls(command), isArgument };
}

function ofCommand(whole: View, part: CommandPart): ProblemPart {
  const view = viewIn(whole, part);
  const investigator = investigatorIn(part);
  return {
    view,
    investigator,
    async place(answer, look) {
      const ask = investigator(look);
      const whole = "shell" in answer ? await stagedAgain(answer, view, ask) : answer;
      return whole === null ? null : placed(whole, part);
    },
  };
}

function placed(answer: Answer, part: CommandPart): Answer | null {
  const { put } = part;
  if (!("shell" in answer)) {
    const command = answer.command === undefined ? undefined : put(answer.command);
    if (command === null) return null;
    return command === undefined ? answer : { ...answer, command };
  }
  const { correctedCommand } = answer;
  const whole = correctedCommand === undefined ? undefined : put(correctedCommand);
  const shell = answer.shell === "" ? "" : shellIn(part, answer.shell);
  if (whole === null || shell === null) return null;
  return { ...answer, shell, ...(whole === undefined ? {} : { correctedCommand: whole }) };
}

/**
 * Looks where the part runs. Nothing is seen of a directory that is not known, or that was closed
 * to the first look.
 */
function investigatorIn({ directories }: CommandPart): ProblemPart["investigator"] {
  const enter = directories?.map((word) => `cd ${word} && `).join("");
  let isOpen = enter === undefined ? false : null;
  return (look) => {
    if (enter === "") return new Investigator(look);
    const lookThere: Ask = async (command) => {
      const text = `${enter}${command}`;
      if (isOpen === false || investigationProblem(text) !== null) return null;
      const seen = await look(text);
      isOpen ??= seen !== null;
      return seen;
    };
    return new Investigator(lookThere, look);
  };
}

/** Shell text that runs where the part runs. */
function shellIn({ directories }: CommandPart, shell: string): string | null {
  if (directories === null) return null;
  if (directories.length === 0) return shell;
  return `(${directories.map((word) => `cd ${word}`).join(" && ")} || exit\n${shell}\n)`;
}

/** The part in the directory that the tool enters before it runs the script. */
function entering(part: CommandPart, { directory }: Script): CommandPart {
  const { directories } = part;
  return directory === undefined || directories === null
    ? part
    : { ...part, directories: [...directories, directory] };
}

function ofScript(whole: View, part: CommandPart, script: Script): ProblemPart {
  const { command } = script;
  const investigator = investigatorIn(part);
  return {
    view: { ...whole, command, calls: readCalls(command), isArgument: false },
    investigator,
    async place(answer, look) {
      if (!("shell" in answer)) return { explanation: answer.explanation };
      const { correctedCommand, ...rest } = answer;
      if (correctedCommand === undefined) return placed(answer, part);
      if (!keepsLosses(command, correctedCommand)) return null;
      const edit = await script.edit(correctedCommand, investigator(look));
      if (edit === null) return null;
      const shell = [answer.shell, edit.shell].filter((text) => text !== "").join("\n");
      const fix: Fix = { ...rest, shell, explanation: `${edit.where}: ${answer.explanation}` };
      return placed(fix, part);
    },
  };
}
