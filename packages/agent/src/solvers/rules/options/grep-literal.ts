import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const grepLiteral = rule({
  name: "grep-literal",
  title: "grep reads plain text as a pattern",
  sees(view) {
    const call = callOf(view, "grep", "egrep");
    const isBroken = hasLine(
      view,
      /^grep: (?:Unmatched [([]|Invalid (?:preceding regular expression|range end|regular expression)|Trailing backslash|missing terminating \])/,
    );
    return call === null || !isBroken ? null : { call };
  },
  repair({ call }, view) {
    const pattern = call.operands.find(({ raw }) => !raw.startsWith("-"))?.value;
    // Only brackets and a backslash at the end: anything else may be meant as a pattern.
    if (pattern == null || /[.*+?^$|{}]|\\[^\\]/.test(pattern)) return null;
    const others = call.operands.find(({ raw }) => /^-[a-zA-Z]*[EPG]/.test(raw));
    const fixed =
      others === undefined
        ? insertAfter(view, call.program, "-F")
        : view.command.slice(0, others.start) +
          others.raw.replace(/[EPG]/, "F") +
          view.command.slice(others.end);
    return corrected(
      fixed,
      `${pattern} is not a valid pattern; with -F grep searches for the text itself.`,
    );
  },
});
