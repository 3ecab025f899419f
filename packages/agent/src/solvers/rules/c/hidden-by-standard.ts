import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { compilerCall } from "./compiler-call.ts";

const SAID =
  /error: (?:implicit declaration of function )?[‘'"](M_(?:PI|E|SQRT2|LN2|LN10)|strdup|strndup|strnlen|getline|usleep|popen|fileno|random|strcasecmp|asprintf|setenv)[’'"]/;

export const hiddenByStandard = rule({
  name: "hidden-by-standard",
  title: "A strict C standard hides a system declaration",
  sees(view) {
    const compiler = compilerCall(view);
    const name = firstMatch(view, SAID)?.[1];
    const isStrict = compiler?.operands.some(({ raw }) => /^-std=c\d\w$|^-ansi$/.test(raw));
    return compiler === null || name === undefined || !isStrict ? null : { compiler, name };
  },
  repair: ({ compiler, name }, view) =>
    corrected(
      insertAfter(view, compiler.program, "-D_GNU_SOURCE"),
      `${name} is not part of the requested C standard; -D_GNU_SOURCE enables it.`,
    ),
});
