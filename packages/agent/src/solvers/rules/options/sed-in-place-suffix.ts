import { removeWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const sedInPlaceSuffix = rule({
  name: "sed-in-place-suffix",
  title: "sed -i is written as on macOS",
  sees(view) {
    const call = callOf(view, "sed");
    const at = call?.operands.findIndex(({ raw }) => raw === "-i") ?? -1;
    const empty = call?.operands[at + 1];
    if (
      at === -1 ||
      empty === undefined ||
      empty.value !== "" ||
      !hasLine(view, /^sed: can't read /)
    ) {
      return null;
    }
    return { empty };
  },
  repair: ({ empty }, view) =>
    corrected(
      removeWord(view, empty),
      "On Linux -i takes no word of its own; the empty one was taken for the script.",
    ),
});
