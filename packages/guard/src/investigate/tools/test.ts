import { type Grammar, PATH, TEXT } from "../grammar.ts";

/** Only its exit code answers. Comparisons are of the words themselves. */
export const test: Grammar = {
  purpose: "tests by exit code whether a file exists, and its type",
  form: {
    spelling: "whole",
    switches: "! -a -o -eq -ne -lt -le -gt -ge",
    options: {
      "-b -c -d -e -f -g -G -h -k -L -N -O -p -r -s -S -u -w -x": PATH,
      "-n -z": TEXT,
    },
    operands: { rest: TEXT },
  },
};
