import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const sedGroups = rule({
  name: "sed-groups",
  title: "sed groups without -E",
  sees(view) {
    const call = callOf(view, "sed");
    if (
      call === null ||
      !hasLine(view, /^sed: .{0,60}invalid reference \\\d on [`']s' command's RHS$/)
    ) {
      return null;
    }
    const scripts = call.operands.map(({ value }) => value ?? "");
    const isExtended = scripts.some((text) => /\(/.test(text) && !/\\\(/.test(text));
    return isExtended ? { call } : null;
  },
  repair: ({ call }, view) =>
    corrected(insertAfter(view, call.program, "-E"), "Parentheses are groups only with -E."),
});
