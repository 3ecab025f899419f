import { appendTo } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { compilerCall } from "./compiler-call.ts";
import { undefinedSymbols } from "./undefined-reference.ts";

export const sourceNotGiven = rule({
  name: "source-not-given",
  title: "A source file is missing from the compiler's arguments",
  sees(view) {
    const compiler = compilerCall(view);
    const [symbol] = undefinedSymbols(view);
    return compiler === null || symbol === undefined ? null : { compiler, symbol };
  },
  async repair({ compiler, symbol }, view, ask) {
    // An investigation may not contain parentheses or semicolons, so the lines are filtered here.
    const start = `^[a-zA-Z_][a-zA-Z0-9_ *]*[ *]${symbol} *.`;
    const kinds = ["--include=*.c", "--include=*.cpp", "--include=*.cc"];
    const output = (await ask.ask("grep", "-rE", ...kinds, start, ".")) ?? "";
    const definition = new RegExp(`^\\./([^:]{1,250}):.{0,200}\\b${symbol}\\s*\\([^;]*(?:\\{.*)?$`);
    const given = new Set(compiler.operands.map(({ value }) => value?.replace(/^\.\//, "")));
    const defining = output.split("\n").map((line) => definition.exec(line)?.[1] ?? "");
    const found = [...new Set(defining)].filter((path) => path !== "" && !given.has(path));
    const [path] = found;
    if (path === undefined || found.length !== 1) return null;
    return corrected(
      appendTo(view, compiler, quotedPath(path)),
      `${symbol} is defined in ${path}, which is missing from the compiler's arguments.`,
    );
  },
});
