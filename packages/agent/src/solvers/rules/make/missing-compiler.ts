import { appendTo } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule } from "../rule.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { callOf, firstMatch } from "../view.ts";

const SAID =
  /^(?:make(?:\[\d+\])?: |\/bin\/sh: \d+: )([a-z][\w+.-]{1,20}): (?:No such file or directory|not found)$/;
const C = ["gcc", "cc", "clang"];
const CPP = ["g++", "c++", "clang++"];
const SETTING = /^(C(?:C|XX)\s*[:?]?=\s*)([\w+.-]+)\s*$/;

export const missingCompiler = rule({
  name: "missing-compiler",
  title: "A makefile names a compiler that is not installed",
  sees(view) {
    const named = firstMatch(view, SAID)?.[1];
    const call = callOf(view, "make");
    return named === undefined || call === null ? null : { named, call };
  },
  async repair({ named, call }, view, ask) {
    const [path] = await ask.find(/^(?:GNUm|[Mm])akefile$/);
    const source = path === undefined ? null : await sourceText(path, ask);
    const at = source?.lines.findIndex((line) => SETTING.exec(line)?.[2] === named) ?? -1;
    if (source === null || at === -1) return null;
    const [, setting = ""] = SETTING.exec(source.lines[at] ?? "") ?? [];
    const isCpp = setting.startsWith("CXX");
    const installed = await ask.installed(isCpp ? CPP : C);
    const [found] = installed;
    if (found === undefined) return null;
    const meant = [...C, ...CPP].includes(named.replace(/-[\d.]+$/, ""))
      ? null
      : nearest(
          named,
          installed.filter((one) => one.startsWith(named.charAt(0))),
        );
    if (meant === null) {
      return /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)(?:-[\d.]{1,6})?$/.test(named)
        ? corrected(
            appendTo(view, call, `${isCpp ? "CXX" : "CC"}=${found}`),
            `The makefile uses ${named}, which is not installed; ${found} is.`,
          )
        : null;
    }
    const shell = rewrite(source, withLine(source.lines, at + 1, setting + meant));
    if (shell === null) return null;
    return {
      shell,
      explanation: `Line ${at + 1} of ${source.path} sets the compiler to ${named}; ${meant} is meant.`,
    };
  },
});
