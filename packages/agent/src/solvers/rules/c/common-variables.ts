import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { compilerCall } from "./compiler-call.ts";

const SAID =
  /\(\.bss(?:\.\w{1,60})?\+0x[0-9a-f]{1,16}\): multiple definition of [`'‘]([A-Za-z_]\w{0,60})['’]/;

export const commonVariables = rule({
  name: "common-variables",
  title: "A variable is defined in several C files",
  sees(view) {
    const compiler = compilerCall(view);
    const name = firstMatch(view, SAID)?.[1];
    const hasSources = compiler?.operands.some(({ raw }) => /\.c$/.test(raw));
    return compiler === null || name === undefined || !hasSources ? null : { compiler, name };
  },
  repair: ({ compiler, name }, view) =>
    corrected(
      insertAfter(view, compiler.program, "-fcommon"),
      `Several files define ${name} without extern; -fcommon merges them, as GCC did before version 10.`,
    ),
});
