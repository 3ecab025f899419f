import { appendTo } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const strictEngine = rule({
  name: "strict-engine",
  title: "A package asks for another version of Node",
  sees(view) {
    const call = callOf(view, "npm");
    return call !== null && hasLine(view, /^npm (?:ERR!|error) code EBADENGINE$/) ? { call } : null;
  },
  repair: ({ call }, view) =>
    corrected(
      appendTo(view, call, "--engine-strict=false"),
      "The project refuses every other version of Node than the one it names; for this run it only warns.",
    ),
});
