import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { replaceText } from "../quote.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^make(?:\[\d+\])?: \*\*\* No rule to make target [`'‘]([\w./-]{2,150})['’], needed by [`'‘][\w./-]{1,150}['’]/;

export const mistypedPrerequisite = mistyped({
  name: "mistyped-prerequisite",
  kind: "file",
  finds(view) {
    const typed = firstMatch(view, SAID)?.[1];
    if (typed === undefined || typed.startsWith("/") || typed.includes("..")) return null;
    return { typed, at: { path: "Makefile", line: 0 } };
  },
  async locate({ typed }, ask) {
    const found = await ask.ask("grep", "-lsF", typed, "Makefile", "makefile", "GNUmakefile");
    return found?.split("\n", 1).join() || null;
  },
  async meant({ typed }, { ask }) {
    const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
    const name = nearest(typed.slice(folder.length), await ask.list(folder));
    return name === null ? null : folder + name;
  },
  edit: (meant, { typed }) => replaceText(typed, meant),
});
