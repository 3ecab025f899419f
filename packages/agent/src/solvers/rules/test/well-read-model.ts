/**
 * A stand-in for a model: it reads the prompt as any model would, nothing else, and knows the
 * rules by heart. What it repairs shows what the way through a prompt and back costs: what was
 * cut, made inert or could not be said as a move.
 */
import type { Model } from "@bazaar/work/model";
import type { Fix } from "../../../solver.ts";
import { ALL_RULES } from "../all-rules.ts";
import type { FailedCommand } from "../rule.ts";

interface Read {
  readonly failed: FailedCommand;
  /** Null where a look was refused. */
  readonly answers: ReadonlyMap<string, string | null>;
  readonly tried: readonly string[];
}

/** It has to look before it can go on. */
class Wonders extends Error {
  readonly command: string;

  constructor(command: string) {
    super(command);
    this.command = command;
  }
}

export const wellReadModel: Model = {
  name: "well-read",
  async complete({ prompt }) {
    return JSON.stringify(await moveOn(read(prompt)));
  },
};

async function moveOn(problem: Read): Promise<object> {
  try {
    const fix = await firstFix(problem);
    if (fix === null) return { move: "pass", reason: "no rule fits" };
    const { shell, explanation, correctedCommand, needs } = fix;
    const command = correctedCommand === undefined ? {} : { command: correctedCommand };
    return {
      move: "fix",
      shell,
      explanation,
      ...command,
      ...(needs === undefined ? {} : { needs }),
    };
  } catch (error) {
    if (!(error instanceof Wonders)) throw error;
    return { move: "look", command: error.command };
  }
}

async function firstFix({ failed, answers, tried }: Read): Promise<Fix | null> {
  const ask = async (command: string): Promise<string | null> => {
    const answer = answers.get(command);
    if (answer === undefined) throw new Wonders(command);
    return answer;
  };
  for (const rule of ALL_RULES.filter((one) => one.matches(failed))) {
    const fix = await rule.repair(failed, ask);
    if (fix !== null && !tried.includes(fix.shell)) return fix;
  }
  return null;
}

function read(prompt: string): Read {
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
    answers: new Map<string, string | null>([
      ...refused.map((note) => [note.replace(/: refused$/, ""), null] as const),
      ...texts("asked").map((command, at) => [command, outputs[at] ?? null] as const),
    ]),
    tried: texts("tried, and failed"),
  };
}
