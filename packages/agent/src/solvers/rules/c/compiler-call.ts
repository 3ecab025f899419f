/** Compilers, and how to give one more words, whoever calls it. */
import { appendTo, withVariable } from "../edit-command.ts";
import type { Call } from "../shell-words.ts";
import { callOf, type View } from "../view.ts";

export function compilerCall(view: View): Call | null {
  return callOf(view, "gcc", "cc", "g++", "c++", "clang", "clang++");
}

/** Libraries go to the end of a compiler's words; make takes them as a variable. */
export function withLibraries(view: View, libraries: string): string | null {
  const compiler = compilerCall(view);
  if (compiler !== null) return appendTo(view, compiler, libraries);
  const make = callOf(view, "make");
  return make === null ? null : appendTo(view, make, `'LDLIBS=${libraries}'`);
}

/** A directory of headers, also for compilers that something else calls. */
export function withHeaders(view: View, directory: string, quotedDirectory: string): string {
  const compiler = compilerCall(view);
  return compiler === null
    ? withVariable(view, "CPATH", directory)
    : appendTo(view, compiler, `-I${quotedDirectory}`);
}
