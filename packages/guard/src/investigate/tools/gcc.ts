import { choice, type Form, type Grammar, NAME } from "../grammar.ts";

const COMPILES = "it compiles, and so writes files; only versions and search paths may be asked";
const RUNS = "it makes the compiler run or load something else";

/** Drivers of GCC and LLVM are asked for the same facts in the same words. */
export function compilerGrammar(): Grammar {
  const form: Form = {
    spelling: "whole",
    needsFlag: true,
    switches:
      "--version -v --target-help -dumpversion -dumpfullversion -dumpmachine -dumpspecs " +
      "-print-search-dirs -print-sysroot -print-multiarch -print-multi-lib -print-multi-os-directory " +
      "-print-libgcc-file-name -print-resource-dir -print-target-triple -print-targets -E -dM -Wp,-v -Q",
    optional: { "-print-file-name -print-prog-name -march -std --help": NAME },
    options: { "-x": choice("c", "c++") },
    // Of an empty input: what is predefined, and where headers are searched.
    operands: { rest: choice("-", "/dev/null") },
  };
  return {
    purpose: "prints version, target and search paths",
    form,
    never: {
      "*": COMPILES,
      "-o": COMPILES,
      "-c": COMPILES,
      "-S": COMPILES,
      "-wrapper": RUNS,
      "-fplugin": RUNS,
      "-B": RUNS,
      "-specs": RUNS,
      "--specs": RUNS,
      "--config": RUNS,
      "-load": RUNS,
      "-Xclang": RUNS,
      "-fuse-ld": RUNS,
    },
    startsIn: "/",
  };
}

export const gcc: Grammar = compilerGrammar();
