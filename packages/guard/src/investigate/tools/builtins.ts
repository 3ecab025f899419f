/** What a shell does itself. The guard does it, or asks a shell that reads nothing of the agent's. */
import { type Grammar, NAME, NUMBER, PATH, TEXT, word } from "../grammar.ts";
import { test } from "./test.ts";

export const cd: Grammar = {
  purpose: "changes to a directory below the working tree, for the commands after && or ;",
  form: { operands: { first: [PATH], min: 1 } },
  itself: "changes_directory",
};

export const command: Grammar = {
  purpose: "says how a shell would find a command",
  form: { switches: "-v -V", needsFlag: true, operands: { rest: NAME, min: 1 } },
  seesSearchPath: true,
  runs: {
    program: "bash",
    words: ["--noprofile", "--norc", "-c", 'command "$@"', "command"],
    takesWords: true,
  },
};

export const ulimit: Grammar = {
  purpose: "prints the limits of a process, which here are those of the look",
  form: { switches: "-a -c -d -f -l -m -n -s -t -u -v -H -S" },
  note: "the limits of a look: those of the user's shell may differ",
  runs: {
    program: "bash",
    words: ["--noprofile", "--norc", "-c", 'ulimit "$@"', "ulimit"],
    takesWords: true,
  },
};

export const printf: Grammar = {
  purpose: "prints its words",
  form: { spelling: "none", operands: { first: [word(/^[^-]/s, "a format")], rest: TEXT, min: 1 } },
};

export const always: Grammar = { purpose: "does nothing, successfully", form: {} };
export const never: Grammar = { purpose: "does nothing, unsuccessfully", form: {} };

const PRIVATE = "the variables of a look: those of the user stay private";

export const env: Grammar = {
  purpose: "prints the variables of a look, not of the user",
  form: { switches: "-0 --null" },
  note: PRIVATE,
  never: { "-i": "it runs another command", "-S": "it runs another command" },
};

export const printenv: Grammar = {
  purpose: "prints variables of a look, not of the user",
  form: { switches: "-0 --null", operands: { rest: NAME } },
  note: PRIVATE,
};

/** The same as `test`, closed by a bracket. */
export const bracket: Grammar = {
  ...test,
  form: { ...test.form, operands: { rest: TEXT, min: 1 } },
};

/** Files are tested as `[` does; patterns and regular expressions are not known to it. */
export const doubleBracket: Grammar = {
  ...bracket,
  purpose: "tests files by exit code, as [ does",
  runs: { program: "[", words: [], takesWords: true },
  rewrites: (words) => words.map((one) => (one === "]]" ? "]" : one)),
};

export const umask: Grammar = {
  purpose: "prints which permissions new files lack",
  form: { switches: "-S -p" },
  runs: {
    program: "bash",
    words: ["--noprofile", "--norc", "-c", 'umask "$@"', "umask"],
    takesWords: true,
  },
};

export const seq: Grammar = {
  purpose: "prints numbers",
  form: { switches: "-w", operands: { rest: NUMBER, min: 1 } },
};

export const xargs: Grammar = {
  purpose: "passes names that another command printed to an allowed command",
  form: {
    spelling: "separate",
    switches: "-0 -r --null --no-run-if-empty",
    options: {
      "-n --max-args -P --max-procs -L --max-lines": NUMBER,
      "-d --delimiter": word(/^\\n$/, "\\n"),
      "-I": word(/^(?:\{\}|%|@|FILE|F)$/, "{}"),
    },
  },
  itself: "gathers_operands",
  never: {
    "-a": "the list would be read from a file",
    "-t": "commands are not shown",
    "-p": "there is nobody to ask",
  },
};
