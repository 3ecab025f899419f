/**
 * The lines of a project's own scripts that a command runs: scripts of package.json behind
 * `npm run`, recipes of a makefile behind `make`, shell scripts. What was run is read from the output,
 * and a correction of it is written into the file.
 */
import { changedWords } from "./changed-words.ts";
import type { Investigator } from "./investigator.ts";
import { quotedPath, sedInPlace, sedLiteral, sedReplacement } from "./quote.ts";
import { keepsLosses, losesSomething } from "./script-line.ts";
import { shellScripts } from "./shell-scripts.ts";
import { callOf, firstMatch, type View } from "./view.ts";

/** Of the lines that make printed, the last ones: the failing one is among them. */
const MAX_RECIPE_LINES = 4;

export interface ScriptEdit {
  readonly shell: string;
  /** The file and the place in it, for the explanation. */
  readonly where: string;
}

export interface Script {
  readonly command: string;
  /** A shell word: the directory that the tool enters first, as with `make -C`. */
  readonly directory?: string;
  /** Writes the corrected command into the file; null if it is not found there. */
  readonly edit: (corrected: string, ask: Investigator) => Promise<ScriptEdit | null>;
}

export function scriptsIn(view: View): readonly Script[] {
  if (callOf(view, "npm", "yarn", "pnpm", "bun") !== null) return packageScripts(view);
  return callOf(view, "make", "gmake") === null ? shellScripts(view) : recipeLines(view);
}

function packageScripts({ lines }: View): readonly Script[] {
  return lines.flatMap((line, at): Script[] => {
    const command = /^[>$] (\S.{0,500})$/.exec(line)?.[1];
    const [, name] =
      /^> \S{1,200}@\S{1,60} ([\w:.-]{1,80})(?: \/.{0,300})?$/.exec(lines[at - 1] ?? "") ?? [];
    const isHeader = /^> \S{1,200}@\S{1,60} [\w:.-]{1,80}(?: \/.{0,300})?$/.test(line);
    if (command === undefined || isHeader) return [];
    return [{ command, edit: (corrected, ask) => editPackage({ command, corrected, name }, ask) }];
  });
}

interface PackageEdit {
  readonly command: string;
  readonly corrected: string;
  /** The name of the script, where it was printed. */
  readonly name: string | undefined;
}

async function editPackage(
  { command, corrected, name }: PackageEdit,
  ask: Investigator,
): Promise<ScriptEdit | null> {
  const scripts = scriptsOf((await ask.read("package.json")) ?? "");
  // Arguments after `--` are printed behind the script.
  const isRun = (text: string) => command === text || command.startsWith(`${text} `);
  const found = scripts.filter(
    ([own, text]) => (name === undefined || own === name) && isRun(text),
  );
  const [script] = found;
  if (script === undefined || found.length !== 1) return null;
  const [own, text] = script;
  const behind = command.slice(text.length);
  if (!corrected.endsWith(behind)) return null;
  const now = corrected.slice(0, corrected.length - behind.length);
  const key = `${sedLiteral(JSON.stringify(own))}[[:space:]]*:[[:space:]]*`;
  const from = sedLiteral(JSON.stringify(text));
  const edit = String.raw`s/\(${key}\)${from}/\1${sedReplacement(JSON.stringify(now))}/`;
  return { shell: sedInPlace(edit, "package.json"), where: `Script ${own} of package.json` };
}

function scriptsOf(text: string): readonly (readonly [name: string, command: string])[] {
  try {
    const { scripts } = JSON.parse(text) as {
      readonly scripts?: Readonly<Record<string, unknown>>;
    };
    return Object.entries(scripts ?? {}).filter(
      (one): one is [string, string] => typeof one[1] === "string",
    );
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return [];
    throw error;
  }
}

const FAILED = /^make: \*\*\* \[([^:\]\s]{1,100}):(\d{1,6}): [^\]]{1,200}\] Error \d/;
const NOT_FOUND =
  /^(?:make|(?:\/bin\/)?(?:ba|da)?sh(?:: line \d{1,6}|: \d{1,6})): ([\w.+-]{2,60}): (?:No such file or directory|(?:command )?not found)$/;

function recipeLines(view: View): readonly Script[] {
  const [, path, number] = firstMatch(view, FAILED) ?? [];
  const isBelow = view.lines.some((line) => /^make\[\d+\]: \*\*\* /.test(line));
  if (path === undefined || isBelow) return [];
  const end = view.lines.findIndex((line) => FAILED.test(line));
  const printed = view.lines
    .slice(0, end)
    .filter((line) => /^[\w./$"'-]\S{0,200}(?: |$)/.test(line));
  const commands = printed.filter((line) => !/^\S{1,200}:(?: |$)/.test(line));
  const named = firstMatch(view, NOT_FOUND)?.[1];
  // A line that starts with @ is not printed: then only the program that was not found is known.
  const isHidden = named !== undefined && !commands.some((line) => line.includes(named));
  const known = isHidden ? [named] : [...new Set(commands)].slice(-MAX_RECIPE_LINES);
  const directory = enteredBy(view);
  return known.map((command) => ({
    command,
    ...(directory === null ? {} : { directory }),
    edit: (corrected, ask) => editRecipe({ command, corrected, path, line: Number(number) }, ask),
  }));
}

/** The directory of `make -C directory`, as a shell word. */
function enteredBy(view: View): string | null {
  const operands = callOf(view, "make", "gmake")?.operands ?? [];
  const value = operands[operands.findIndex(({ raw }) => raw === "-C") + 1]?.value;
  return operands.some(({ raw }) => raw === "-C") && value != null ? quotedPath(value) : null;
}

interface RecipeEdit {
  readonly command: string;
  readonly corrected: string;
  readonly path: string;
  readonly line: number;
}

/** Replaces the words that changed on the failing line, or else where a variable has them. */
async function editRecipe(
  { command, corrected, path, line }: RecipeEdit,
  ask: Investigator,
): Promise<ScriptEdit | null> {
  const makefile = await ask.locate(path);
  const lines = makefile === null ? [] : ((await ask.read(makefile))?.split("\n") ?? []);
  const change = changedWords(command, corrected);
  if (makefile === null || change === null) return null;
  const holds = (text: string | undefined) => (text ?? "").split(change.from).length === 2;
  const variables = lines.flatMap((text, at) =>
    !text.startsWith("\t") && holds(text) ? [at + 1] : [],
  );
  const [variable] = variables;
  const at = holds(lines[line - 1]) ? line : variables.length === 1 ? variable : undefined;
  const own = at === undefined ? undefined : lines[at - 1];
  if (at === undefined || own === undefined) return null;
  const now = own.replace(change.from, () => change.to);
  const isKept = at === line ? keepsLosses(own, now) : !isUsedUp(own, lines);
  if (!isKept) return null;
  const edit = `${at}s/${sedLiteral(change.from)}/${sedReplacement(change.to.replaceAll("$", "$$$$"))}/`;
  return { shell: sedInPlace(edit, makefile), where: `Line ${at} of ${makefile}` };
}

/** Whether a recipe removes or overwrites what the variable on this line names. */
function isUsedUp(line: string, lines: readonly string[]): boolean {
  const name = /^\s*(?:export\s+)?([\w.-]{1,80})\s*[:?+]?:?=/.exec(line)?.[1];
  if (name === undefined) return true;
  const uses = lines.filter((one) => one.includes(`$(${name})`) || one.includes(`\${${name}}`));
  return uses.some((one) => losesSomething(one.trimStart()));
}
