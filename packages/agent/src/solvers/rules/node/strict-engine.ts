import { appendTo } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const strictEngine = rule({
  name: "strict-engine",
  title: "The project requires another Node version",
  sees(view) {
    const call = callOf(view, "npm");
    return call !== null && hasLine(view, /^npm (?:ERR!|error) code EBADENGINE$/) ? { call } : null;
  },
  repair: ({ call }, view) =>
    corrected(
      appendTo(view, call, "--engine-strict=false"),
      "The project requires another Node version; with this option npm only warns.",
    ),
});
