import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const sedUnterminated = rule({
  name: "sed-unterminated",
  title: "Missing delimiter in a sed substitution",
  sees(view) {
    const call = callOf(view, "sed");
    if (call === null || !hasLine(view, /^sed: .{0,60}unterminated [`']s' command$/)) return null;
    const at = call.operands.findIndex(({ value }) =>
      /^(?:\d{0,6}|\$)s[^\w\s\\]/.test(value ?? ""),
    );
    const [script, next] = at === -1 ? [] : call.operands.slice(at);
    // `s/a/b c/`: a space in it, and no quotes.
    const isSplit = script?.raw === script?.value && next?.value?.endsWith("/") === true;
    return script?.value == null || isSplit ? null : { script, text: script.value };
  },
  repair({ script, text }, view) {
    const delimiter = text.charAt(text.indexOf("s") + 1);
    const count = text.replaceAll(/\\./g, "").split(delimiter).length - 1;
    if (count !== 2) return null;
    return corrected(
      replaceWord(view, script, quoteWord(text + delimiter)),
      `The substitution needs a third ${delimiter}.`,
    );
  },
});
