import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, corrected, rule, unproved } from "../rule.ts";
import { ACTS_ON_SHELL } from "../shell/acts-on-shell.ts";
import { readCalls } from "../shell-words.ts";
import { firstMatch, type View } from "../view.ts";

const SAID = [
  /^(?:[^:\s]{1,80}: ){1,2}(?:line \d{1,6}: |\d{1,6}: )?((?:\.{1,2}\/|\/)?[^:'\s]{1,250}): Permission denied$/,
  // sudo does not tell it from a missing one.
  /^sudo: (\.{0,2}\/[^:'\s]{1,250}): command not found$/,
];

export const notExecutable = rule({
  name: "not-executable",
  title: "A script is not executable",
  sees(view) {
    const path = firstMatch(view, ...SAID)?.[1];
    return path?.includes("/") ? { path } : null;
  },
  async repair({ path }, view, ask) {
    const script = await ask.locate(path);
    const entry = script === null ? null : await ask.entry(script);
    if (script === null || entry?.kind !== "file" || (entry.mode & 0o111) !== 0) return null;
    if (!(await isNamed(script, view, ask))) return null;
    const text = (await ask.read(script)) ?? "";
    if (!text.startsWith("#!"))
      return /\.(?:sh|bash|env)$/.test(script) ? sourced(view, path, text) : null;
    return {
      shell: `chmod u+x ${quotedPath(script)}`,
      explanation: `${script} is a script without execute permission.`,
    };
  },
});

/** Any output may say it: the command, or what it runs, must name the script. */
async function isNamed(script: string, { problem }: View, ask: Investigator): Promise<boolean> {
  const name = script.slice(script.lastIndexOf("/") + 1);
  if (problem.command.includes(name)) return true;
  const words = readCalls(problem.command).flatMap(({ program, operands }) => [
    program,
    ...operands,
  ]);
  const files = words.flatMap(({ value }) =>
    value !== null && /^[\w.][\w./-]*$/.test(value) ? [value] : [],
  );
  const found = await ask.ask("grep", "-lsF", "-e", name, ...RUN_BY, ...files.slice(0, MAX_FILES));
  return found !== null && found.trim() !== "";
}

const RUN_BY = ["Makefile", "makefile", "GNUmakefile", "package.json"];
const MAX_FILES = 8;
/** An assignment that runs nothing. */
const SETTING =
  /^\s*(?:export\s+)?[A-Za-z_]\w*=(?:"(?:[^"`$]|\$(?!\())*"|'[^']*'|(?:[^\s`;&|<>"'$()]|\$(?!\())*)\s*(?:#.*)?$/;

/** A file of settings is read by the shell itself; another script without a first line by bash. */
function sourced({ command, calls }: View, path: string, text: string): Answer | null {
  const [call, ...others] = calls;
  if (others.length > 0 || call?.program.value !== path) return null;
  const lines = text.split("\n").filter((line) => /^\s*[^\s#]/.test(line));
  const isSettings = lines.every((line) => SETTING.test(line));
  const { start } = call.program;
  const now = `${command.slice(0, start)}${isSettings ? "." : "bash"} ${command.slice(start)}`;
  return isSettings
    ? unproved(now, ACTS_ON_SHELL, `${path} only sets variables: . reads it into this shell.`)
    : corrected(now, `${path} may not be executed; bash can run it.`);
}
