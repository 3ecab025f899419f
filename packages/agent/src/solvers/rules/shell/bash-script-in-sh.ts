import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const DASH_SAID =
  /^(\S{1,200}): (?:line )?\d{1,6}: (?:(?:\[\[|source|declare|typeset|shopt|function|mapfile|readarray|let|pushd|popd|disown): not found|Bad substitution|Syntax error: (?:"\(" unexpected|redirection unexpected|Bad (?:for loop variable|function name)).{0,80}|set: Illegal option -o pipefail)$/;
/** Also what an unfinished script of sh prints: the script decides. */
const MAYBE_SAID = /^(\S{1,200}): (?:line )?\d{1,6}: Syntax error: "\}" unexpected.{0,80}$/;
const BASH_ONLY = /^\s*function\s+[\w-]+\s*(?:\(\s*\)\s*)?\{/m;

export const bashScriptInSh = rule({
  name: "bash-script-in-sh",
  title: "A bash script runs in sh",
  sees(view) {
    const path = firstMatch(view, DASH_SAID)?.[1];
    const perhaps = path ?? firstMatch(view, MAYBE_SAID)?.[1];
    return perhaps === undefined ? null : { path: perhaps, isSure: path !== undefined };
  },
  async repair({ path, isSure }, view, ask) {
    const call = callOf(view, "sh", "dash");
    const isTyped = call?.program.value === path && call.operands[0]?.raw === "-c";
    if (call !== null && isTyped && isSure) {
      return corrected(
        replaceWord(view, call.program, "bash"),
        `This is bash, which ${path} does not support.`,
      );
    }
    const found = await ask.locate(path);
    const text = found === null ? null : await ask.read(found);
    if (found === null || text === null || (!isSure && !BASH_ONLY.test(text))) return null;
    if (call?.operands.some((word) => word.value === path)) {
      return corrected(
        replaceWord(view, call.program, "bash"),
        `${path} is a bash script; sh does not support its syntax.`,
      );
    }
    const hasLine = /^# ?!.*sh/.test(text);
    const edit = hasLine ? "1s|^# *!.*sh.*$|#!/usr/bin/env bash|" : "1i #!/usr/bin/env bash";
    return {
      shell: `sed -i '${edit}' ${quotedPath(found)}`,
      explanation: /^#!/.test(text)
        ? `${found} is a bash script but its #! line names sh.`
        : `${found} is a bash script without a #! line, so sh runs it.`,
    };
  },
});
