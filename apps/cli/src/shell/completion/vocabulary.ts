/**
 * All verbs, flags and arguments of `fix`, read from the definitions that also parse them: what is
 * completed is what is understood.
 */
import type { Command } from "@bazaar/terminal";

export interface Flag {
  /** `-y`, `--yes`. */
  readonly names: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** Whether its value is a file or directory. */
  readonly takesPath: boolean;
}

/** What the words after a verb are. */
export type Operand = "contract" | "command" | "file" | "nothing";

export interface Verb {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly Flag[];
  readonly operands: ReadonlySet<Operand>;
  /** Words that the first operand can be: choices, or verbs of its own. */
  readonly words: readonly string[];
}

export interface Vocabulary {
  readonly verbs: readonly Verb[];
  /** Completion of a first word that is not a verb: a command to run. */
  readonly otherwise: Verb;
}

export function vocabulary(commands: readonly Command[], otherwise: Command): Vocabulary {
  return { verbs: commands.map(verbOf), otherwise: verbOf(otherwise) };
}

function verbOf(command: Command): Verb {
  const help = command.createHelp();
  const operands = command.registeredArguments.flatMap((argument) => operandsOf(argument.name()));
  const own = command.commands.map((inner) => inner.name());
  return {
    name: command.name(),
    description: firstLine(command.description()),
    flags: help.visibleOptions(command).map((option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      description: firstLine(option.description),
      takesValue: option.required || option.optional,
      choices: option.argChoices ?? [],
      takesPath: option.flags.includes("<path>"),
    })),
    operands: new Set(operands.length === 0 ? ["nothing"] : operands),
    words: [...own, ...(command.registeredArguments[0]?.argChoices ?? [])],
  };
}

/** Our commands name their arguments after what they are. */
function operandsOf(name: string): readonly Operand[] {
  if (name === "command") return ["command"];
  const found: Operand[] = [];
  if (/\bcontract\b/.test(name)) found.push("contract");
  if (/\bfiles?\b/.test(name)) found.push("file");
  return found;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

export function flagNames({ flags }: Verb): readonly string[] {
  return flags.flatMap(({ names }) => names);
}

/** Of all verbs: flags that swallow the next word. */
export function valueFlags({ verbs, otherwise }: Vocabulary): readonly string[] {
  const flags = [otherwise, ...verbs].flatMap((verb) => verb.flags);
  return [...new Set(flags.filter(({ takesValue }) => takesValue).flatMap(({ names }) => names))];
}
