import { nearest } from "../nearest.ts";
import { sedInPlace, sedLiteral, sedReplacement } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID =
  /^make(?:\[\d+\])?: \*\*\* No rule to make target [`'‘]([\w./-]{2,150})['’], needed by [`'‘][\w./-]{1,150}['’]/;

export const mistypedPrerequisite = rule({
  name: "mistyped-prerequisite",
  title: "A makefile names a file that has another name",
  sees(view) {
    const path = firstMatch(view, SAID)?.[1];
    return path === undefined || path.startsWith("/") || path.includes("..") ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const slash = path.lastIndexOf("/");
    const names = await ask.list(slash === -1 ? "." : path.slice(0, slash));
    const meant = nearest(path.slice(slash + 1), names);
    const text = await ask.ask("grep", "-lsF", path, "Makefile", "makefile", "GNUmakefile");
    const [makefile] = (text ?? "").split("\n");
    if (meant === null || makefile === undefined || makefile === "") return null;
    const right = path.slice(0, slash + 1) + meant;
    return {
      shell: sedInPlace(`s/${sedLiteral(path)}/${sedReplacement(right)}/g`, makefile),
      explanation: `${makefile} names ${path}; the file is called ${right}.`,
    };
  },
});
