import { type Grammar, PATH, TEXT, word } from "../grammar.ts";

/**
 * Files, programs and what awk reads by itself: no such word may occur, not even in a string. Part
 * of a longer name it is another word; a digit before it would end a number, not start a name.
 */
const FORBIDDEN =
  /(?<![A-Za-z_])(?:system|close|fflush)(?!\w)|getline|ARGV|ARGC|SYMTAB|FUNCTAB|PROCINFO|FILENAME|FNR|nextfile|@|\p{Cc}/u;

/**
 * After the first `print` every `>` and every single `|` is refused, because it would write a file
 * or start a program. Before it, both only compare or match.
 */
function isSafeProgram(program: string): boolean {
  if (FORBIDDEN.test(program)) return false;
  const first = program.indexOf("print");
  return first === -1 || !/>(?!=)|(?<!\|)\|(?!\|)/.test(program.slice(first));
}

const PROGRAM = word(
  { test: isSafeProgram },
  "a program without files, programs or getline; compare with < after print",
);

export const awk: Grammar = {
  purpose: "prints parts of lines",
  filters: {
    options: {
      "-F --field-separator": TEXT,
      "-v --assign": word(/^[a-zA-Z_]\w*=[^\\]*$/, "name=value"),
    },
    operands: { first: [PROGRAM], rest: PATH, min: 1 },
  },
  never: {
    "-f": "programs are not read from a file",
    "--file": "programs are not read from a file",
    "-i": "nothing is loaded or changed",
    "-l": "nothing is loaded or changed",
    "-E": "programs are not read from a file",
    "-o": "it writes a file",
    "-d": "it writes a file",
    "-p": "it writes a file",
    "-W": "it can run or load something else",
  },
};
