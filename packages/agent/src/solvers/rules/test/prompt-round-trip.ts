/**
 * Checks the prompt, not a model: a stand-in that reads nothing but the prompt and answers with what
 * the rules say. A fixture that the rules repair and the stand-in does not was damaged on its way
 * into the prompt or back: something was cut, made inert or cannot be said as a move.
 */
import type { Model } from "@bazaar/work/model";
import type { Fix } from "../../../solver.ts";
import { ALL_RULES } from "../all-rules.ts";
import { type FailedCommand, isFix } from "../rule.ts";

interface ReadPrompt {
  readonly failed: FailedCommand;
  /** Null where a command was refused. */
  readonly outputs: ReadonlyMap<string, string | null>;
  readonly tried: readonly string[];
}

/** A rule asks for the output of a command that is not in the prompt yet. */
class NotInPrompt extends Error {
  readonly command: string;

  constructor(command: string) {
    super(command);
    this.command = command;
  }
}

export const rulesBehindPrompt: Model = {
  name: "rules-behind-prompt",
  async complete({ prompt }) {
    return JSON.stringify(await nextMove(readPrompt(prompt)));
  },
};

async function nextMove(problem: ReadPrompt): Promise<object> {
  try {
    const fix = await firstFix(problem);
    if (fix === null) return { move: "pass", reason: "no rule fits" };
    const { shell, explanation, correctedCommand: command, needs } = fix;
    return { move: "fix", shell, explanation, command, needs };
  } catch (error) {
    if (!(error instanceof NotInPrompt)) throw error;
    return { move: "look", command: error.command };
  }
}

async function firstFix({ failed, outputs, tried }: ReadPrompt): Promise<Fix | null> {
  const ask = async (command: string): Promise<string | null> => {
    const output = outputs.get(command);
    if (output === undefined) throw new NotInPrompt(command);
    return output;
  };
  for (const rule of ALL_RULES.filter((one) => one.matches(failed))) {
    const fix = await rule.repair(failed, ask);
    if (fix !== null && isFix(fix) && !tried.includes(fix.shell)) return fix;
  }
  return null;
}

function readPrompt(prompt: string): ReadPrompt {
  const blocks = [...prompt.matchAll(/^<data (\w+): ([^\n]*)>\n(.*?)\n<\/data \1>$/gms)].map(
    ([, , label = "", body = ""]) => ({ label, text: body.replaceAll(/^\| /gm, "") }),
  );
  const texts = (wanted: string) =>
    blocks.filter(({ label }) => label === wanted).map(({ text }) => text);
  const outputs = texts("its output");
  const refused = texts("an earlier move of yours came to nothing");
  const may = texts("what a fix may use beyond the machine itself").join();
  return {
    failed: {
      command: texts("the command that failed").join(),
      error: texts("what it said").join(),
      capabilities: may === "nothing" ? [] : may.split(", "),
    },
    outputs: new Map<string, string | null>([
      ...refused.map((note) => [note.replace(/: refused$/, ""), null] as const),
      ...texts("asked").map((command, at) => [command, outputs[at] ?? null] as const),
    ]),
    tried: texts("tried, and failed"),
  };
}
