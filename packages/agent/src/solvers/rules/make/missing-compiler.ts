import { appendTo } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const SAID =
  /^make(?:\[\d+\])?: ((?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-[\d.]{1,6})?): No such file or directory$/;

export const missingCompiler = rule({
  name: "missing-compiler",
  title: "A makefile names a compiler that is not installed",
  sees(view) {
    const named = firstMatch(view, SAID)?.[1];
    const call = callOf(view, "make");
    return named === undefined || call === null ? null : { named, call };
  },
  async repair({ named, call }, view, ask) {
    const isCpp = named.includes("++");
    const known = isCpp ? ["g++", "c++", "clang++"] : ["gcc", "cc", "clang"];
    const [found] = await ask.installed(known);
    const setting = await ask.ask("grep", "-shE", "^C[CX]X? *[:?]?=", "Makefile", "makefile");
    if (found === undefined || !setting?.includes(named)) return null;
    return corrected(
      appendTo(view, call, `${isCpp ? "CXX" : "CC"}=${found}`),
      `The makefile uses ${named}, which is not installed; ${found} is.`,
    );
  },
});
