/**
 * The commands of shell scripts that the failed command runs, as far as the output names them:
 * `deploy.sh: line 3: ecoh: command not found`, `cat: conf/ap.ini: No such file or directory`. A
 * correction is written into the script.
 */
import { quoteWord } from "@bazaar/work";
import { changedWords } from "./changed-words.ts";
import type { Investigator } from "./investigator.ts";
import { replaceLine } from "./quote.ts";
import { losesSomething, mayCorrect, runs } from "./script-line.ts";
import type { Script, ScriptEdit } from "./scripts.ts";
import { programName, type View } from "./view.ts";

const MAX_MESSAGES = 3;
const NAME = "([\\w@+.-][\\w./@+-]{1,120})";
/** What the shell says of a line: a command, or the directory of `cd`. */
const SHELL_SAYS = new RegExp(
  `^([\\w./-]{1,200}): (?:line )?(\\d{1,6}): (?:(cd): |(?:cd): can't (cd) to )?${NAME}(?:: (?:command not found|not found|No such file or directory))?$`,
);
const TOOL_SAYS = new RegExp(
  `^([a-z][\\w-]{1,20}): (?:cannot (?:stat|access|open) )?['‘]?${NAME}['’]?: No such file or directory$`,
);
const SHELLS = new Set(["bash", "sh", "dash", "zsh", "ksh"]);

interface Said {
  readonly command: string;
  readonly name: string;
  readonly path: string;
  /** 0 where it is not known. */
  readonly line: number;
  /** Who says it; null for the shell, about a program. */
  readonly tool: string | null;
}

export function shellScripts(view: View): readonly Script[] {
  const said = [...saidByShell(view), ...saidByTools(view)].slice(0, MAX_MESSAGES);
  return said.map((one) => ({
    command: one.command,
    edit: (corrected, ask) => edit(one, corrected, ask),
  }));
}

function saidByShell({ lines }: View): readonly Said[] {
  return lines.flatMap((text): Said[] => {
    const [, path = "", line, cd, dashCd, name = ""] = SHELL_SAYS.exec(text) ?? [];
    const isMessage = /not found$|No such file or directory$/.test(text) || dashCd !== undefined;
    if (name === "" || !isMessage || SHELLS.has(path)) return [];
    const word = quoteWord(name);
    const tool = cd ?? dashCd ?? null;
    const command = tool === null ? word : `cd ${word}`;
    return [{ command, name, path, line: Number(line), tool }];
  });
}

/** Only of what the command itself does not name. */
function saidByTools({ lines, calls, command }: View): readonly Said[] {
  const paths = calls.flatMap((call) =>
    SHELLS.has(programName(call))
      ? (call.operands.find(({ raw }) => !raw.startsWith("-"))?.value ?? [])
      : (call.program.value ?? "").includes("/")
        ? (call.program.value ?? [])
        : [],
  );
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0) return [];
  return lines.flatMap((text): Said[] => {
    const [, tool = "", name = ""] = TOOL_SAYS.exec(text) ?? [];
    if (name === "" || SHELLS.has(tool) || command.includes(name)) return [];
    return [{ command: `${tool} ${quoteWord(name)}`, name, path, line: 0, tool }];
  });
}

async function edit(
  { command, name, path, line, tool }: Said,
  corrected: string,
  ask: Investigator,
): Promise<ScriptEdit | null> {
  const change = changedWords(command, corrected);
  const script = change === null ? null : await ask.locate(path);
  const text = script === null ? null : await ask.read(script);
  if (change === null || script === null || text === null || change.from !== name) return null;
  // What the script defines itself is spelled right.
  if (new RegExp(`(?:^|[\\s;])(?:function\\s+)?${literal(name)}\\s*\\(\\)`, "m").test(text))
    return null;
  const word = new RegExp(`(?<![\\w./-])${literal(name)}(?![\\w/-]|\\.\\w)`, "g");
  const places = text
    .split("\n")
    .flatMap((own, at) => ((own.match(word) ?? []).length === 1 ? [{ own, at: at + 1 }] : []))
    .filter(({ at }) => line === 0 || at === line);
  const [place] = places;
  if (place === undefined || places.length > 1) return null;
  const isOwn = tool === null ? runs(place.own, name) : mayCorrect(place.own, name, tool);
  // Another directory is another place for everything that follows.
  if (!isOwn || (tool === "cd" && losesSomething(text))) return null;
  const now = place.own.replace(word, () => change.to);
  return {
    shell: replaceLine(place.at, place.own, now, script),
    where: `Line ${place.at} of ${script}`,
  };
}

function literal(text: string): string {
  return text.replaceAll(/[.+]/g, String.raw`\$&`);
}
