/** A script of one language given to the interpreter of another: `bash tool.py`, `python3 run.sh`. */
import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine, programName } from "../view.ts";

/** The interpreters of each ending, the best first. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  py: ["python3", "python"],
  sh: ["bash", "sh", "dash", "zsh", "ksh"],
  bash: ["bash"],
  js: ["node", "deno", "bun"],
  mjs: ["node", "deno", "bun"],
  cjs: ["node", "bun"],
  rb: ["ruby"],
  pl: ["perl"],
  php: ["php"],
  lua: ["lua"],
};
const ALL = new Set(Object.values(RUNS).flat());
/** What an interpreter prints that reads another language. */
const MISREAD =
  /SyntaxError|[Ss]yntax error|command not found|: not found$|Parse error|No such file or directory|unexpected/;

export const otherLanguage = rule({
  name: "other-language",
  title: "A script of another language",
  sees(view) {
    for (const call of view.calls) {
      const [script] = call.operands;
      const ending = /[\w-]\.([a-z]{2,4})$/.exec(script?.value ?? "")?.[1] ?? "";
      const fits = entryOf(RUNS, ending);
      const isOther = fits !== undefined && !fits.includes(programName(call));
      if (ALL.has(programName(call)) && isOther && hasLine(view, MISREAD))
        return { call, fits, path: script?.value ?? "" };
    }
    return null;
  },
  async repair({ call, fits, path }, view, ask) {
    const [program] = (await ask.entry(path))?.kind === "file" ? await ask.installed(fits) : [];
    if (program === undefined) return null;
    return corrected(
      replaceWord(view, call.program, program),
      `${path} is not a script for ${programName(call)}; ${program} runs it.`,
    );
  },
});
