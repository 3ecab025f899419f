import { corrected, rule } from "../rule.ts";
import { compilerCall } from "./compiler-call.ts";
import { undefinedSymbols } from "./undefined-reference.ts";

export const libraryOrder = rule({
  name: "library-order",
  title: "A library comes before the files that use it",
  sees(view) {
    const compiler = compilerCall(view);
    const operands = compiler?.operands ?? [];
    const lastFile = operands.findLastIndex(({ raw }) => /\.(?:c|cc|cpp|cxx|o|a)$/.test(raw));
    const early = operands.filter(({ raw }, at) => at < lastFile && /^-l[\w+.-]{1,60}$/.test(raw));
    const last = operands.at(-1);
    if (compiler === null || last === undefined || early.length === 0) return null;
    return undefinedSymbols(view).length === 0 ? null : { early, last };
  },
  repair({ early, last }, view) {
    const { command } = view;
    const flags = early.map(({ raw }) => raw).join(" ");
    const moved = early.reduceRight(
      (text, word) => text.slice(0, word.start).trimEnd() + text.slice(word.end),
      `${command.slice(0, last.end)} ${flags}${command.slice(last.end)}`,
    );
    return corrected(moved, `The linker reads from left to right; ${flags} must come last.`);
  },
});
