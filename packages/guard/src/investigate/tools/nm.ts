import { choice, type Grammar, PATH } from "../grammar.ts";

export const nm: Grammar = {
  purpose: "lists the symbols of object files",
  form: {
    switches:
      "-a -A -B -C -D -g -n -o -p -P -r -S -u -v --debug-syms --print-file-name --demangle --dynamic " +
      "--extern-only --numeric-sort --no-sort --portability --reverse-sort --print-size --size-sort " +
      "--undefined-only --defined-only --with-symbol-versions --version",
    options: {
      "-f --format": choice("bsd", "sysv", "posix"),
      "-t --radix": choice("d", "o", "x"),
    },
    operands: { rest: PATH, min: 1 },
    operandNeverStartsWith: "@",
  },
  never: {
    "--plugin": "it loads a program",
    "-l": "it reads the files that the binary names; name them yourself",
    "--line-numbers": "it reads the files that the binary names; name them yourself",
  },
};
