/** Calls of a compiler, and how to add arguments to them. */
import { appendTo, withVariable } from "../edit-command.ts";
import type { Call } from "../shell-words.ts";
import { callOf, type View } from "../view.ts";

export function compilerCall(view: View): Call | null {
  return callOf(view, "gcc", "cc", "g++", "c++", "clang", "clang++");
}

/** A compiler takes libraries as its last arguments; make takes them as a variable. */
export function withLibraries(view: View, libraries: string): string | null {
  const compiler = compilerCall(view);
  if (compiler !== null) return appendTo(view, compiler, libraries);
  const make = callOf(view, "make");
  return make === null ? null : appendTo(view, make, `'LDLIBS=${libraries}'`);
}

/** Adds an include directory, by a variable if the command does not call the compiler itself. */
export function withHeaders(view: View, directory: string, quotedDirectory: string): string {
  const compiler = compilerCall(view);
  return compiler === null
    ? withVariable(view, "CPATH", directory)
    : appendTo(view, compiler, `-I${quotedDirectory}`);
}
