import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine, programName } from "../view.ts";

const OTHER: Readonly<Record<string, string>> = { gcc: "g++", cc: "c++", clang: "clang++" };

export const cppWithGcc = rule({
  name: "cpp-with-gcc",
  title: "C++ is linked with the C compiler",
  sees(view) {
    const call = callOf(view, "gcc", "cc", "clang");
    const isCpp = hasLine(
      view,
      /undefined reference to [`'‘](?:std::|operator (?:new|delete)|__gxx_personality|__cxa_)/,
    );
    const compiler = call === null ? undefined : entryOf(OTHER, programName(call));
    return call === null || compiler === undefined || !isCpp ? null : { call, compiler };
  },
  repair: ({ call, compiler }, view) =>
    corrected(
      replaceWord(view, call.program, compiler),
      `${compiler} links the C++ standard library; the C compiler does not.`,
    ),
});
