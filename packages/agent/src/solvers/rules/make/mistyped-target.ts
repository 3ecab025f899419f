import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";

export const mistypedTarget = mistyped({
  name: "mistyped-target",
  kind: "make target",
  finds: wordOfCommand({
    says: /^make(?:\[\d+\])?: \*\*\* No rule to make target [`'‘]([\w./-]{2,100})['’]\. {2}Stop/,
    word: operandOf("make"),
  }),
  async meant({ typed }, { ask }) {
    const files = ["Makefile", "makefile", "GNUmakefile"];
    const lines = (await ask.ask("grep", "-shE", "^[A-Za-z0-9_./ -]+:", ...files)) ?? "";
    const targets = lines
      .split("\n")
      .flatMap((line) => line.split(":", 1).join().trim().split(" "))
      .filter((target) => target !== "");
    return nearest(typed, targets);
  },
});
