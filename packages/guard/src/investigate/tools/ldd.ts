import type { Grammar, Value } from "../grammar.ts";

/** Programs that the user runs anyway. */
const TRUSTED: Value = {
  is: "path",
  under: ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/usr"],
};

/** It starts the loader that the binary names, so a hostile binary would be run. */
export const ldd: Grammar = {
  purpose: "lists the libraries of system programs; objdump -p lists those of any file",
  form: { switches: "-v --verbose --version", operands: { rest: TRUSTED } },
  never: {
    "-r": "it loads the libraries to find out",
    "-d": "it loads the libraries to find out",
    "-u": "it loads the libraries to find out",
  },
};
