import { type Grammar, NAME, word } from "../grammar.ts";

const VERSION = word(/^[\w.+-]+$/, "a version");

export const pkgConfig: Grammar = {
  purpose: "prints the flags to compile with a library",
  form: {
    spelling: "whole",
    switches:
      "--modversion --libs --libs-only-l --libs-only-L --libs-only-other --cflags --cflags-only-I " +
      "--cflags-only-other --static --exists --list-all --print-errors --short-errors --silence-errors " +
      "--print-variables --print-provides --print-requires --print-requires-private --validate --version",
    options: {
      "--variable": NAME,
      "--atleast-version --exact-version --max-version --atleast-pkgconfig-version": VERSION,
    },
    operands: { rest: NAME },
  },
  never: {
    "--define-variable": "variables are not set",
    "--with-path": "other directories are not searched",
  },
};
