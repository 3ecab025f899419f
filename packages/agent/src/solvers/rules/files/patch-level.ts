import { insertAfter, replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

export const patchLevel = rule({
  name: "patch-level",
  title: "A git patch needs -p1",
  sees(view) {
    const call = callOf(view, "patch");
    if (call === null || !hasLine(view, /^can't find file to patch at input line \d{1,9}$/))
      return null;
    const isFromGit = firstMatch(view, /^\|(?:diff --git a\/|--- a\/)/) !== null;
    return isFromGit ? { call } : null;
  },
  repair({ call }, view) {
    const level = call.operands.find(({ raw }) => /^-p\d$/.test(raw));
    const explanation = "The patch's paths start with a/ and b/; -p1 strips them.";
    return corrected(
      level === undefined
        ? insertAfter(view, call.program, "-p1")
        : replaceWord(view, level, "-p1"),
      explanation,
    );
  },
});
