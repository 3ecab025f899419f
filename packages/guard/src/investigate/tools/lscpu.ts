import { type Grammar, word } from "../grammar.ts";

const COLUMNS = word(/^=?[A-Za-z0-9,]+$/, "names of columns");

export const lscpu: Grammar = {
  purpose: "describes the processor",
  form: {
    switches:
      "-a -b -B -c -J -x -y --all --online --bytes --offline --json --hex --physical --version",
    optional: { "-e --extended -p --parse -C --caches": COLUMNS },
  },
  never: { "-s": "another root is not allowed", "--sysroot": "another root is not allowed" },
};
