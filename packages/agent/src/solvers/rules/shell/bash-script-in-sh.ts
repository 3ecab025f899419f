import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const DASH_SAID =
  /^(\S{1,200}): (?:line )?\d{1,6}: (?:\[\[: not found|source: not found|declare: not found|shopt: not found|Bad substitution|Syntax error: (?:"\(" unexpected|redirection unexpected|Bad (?:for loop variable|function name)).{0,80}|set: Illegal option -o pipefail|let: not found|pushd: not found)$/;

export const bashScriptInSh = rule({
  name: "bash-script-in-sh",
  title: "A bash script runs in sh",
  sees(view) {
    const path = firstMatch(view, DASH_SAID)?.[1];
    return path === undefined ? null : { path };
  },
  async repair({ path }, view, ask) {
    const call = callOf(view, "sh", "dash");
    if (call?.operands.some((word) => word.value === path)) {
      return corrected(
        replaceWord(view, call.program, "bash"),
        `${path} is a bash script; sh does not support its syntax.`,
      );
    }
    const found = await ask.locate(path);
    if (found === null) return null;
    return {
      shell: `sed -i '1s|^#!.*sh.*$|#!/usr/bin/env bash|' ${quotedPath(found)}`,
      explanation: `${found} is a bash script but its #! line names sh.`,
    };
  },
});
