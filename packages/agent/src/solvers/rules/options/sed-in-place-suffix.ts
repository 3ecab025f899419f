import { removeWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const sedInPlaceSuffix = rule({
  name: "sed-in-place-suffix",
  title: "macOS spelling of sed -i",
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
      "On Linux -i takes no separate argument; the empty one was read as the script.",
    ),
});
