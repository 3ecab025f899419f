import { type Form, type Grammar, NAME } from "../grammar.ts";

const COMPILES = "it compiles, and so writes files; only versions and search paths may be asked";
const RUNS = "it makes the compiler run or load something else";

/** Drivers of GCC and LLVM are asked for the same facts in the same words. */
export function compilerGrammar(): Grammar {
  const form: Form = {
    spelling: "whole",
    needsFlag: true,
    switches:
      "--version -v --help --target-help -dumpversion -dumpfullversion -dumpmachine -dumpspecs " +
      "-print-search-dirs -print-sysroot -print-multiarch -print-multi-lib -print-multi-os-directory " +
      "-print-libgcc-file-name -print-resource-dir -print-target-triple -print-targets",
    optional: { "-print-file-name -print-prog-name": NAME },
  };
  return {
    purpose: "prints version, target and search paths",
    form,
    never: {
      "-o": COMPILES,
      "-c": COMPILES,
      "-S": COMPILES,
      "-E": COMPILES,
      "-x": COMPILES,
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
