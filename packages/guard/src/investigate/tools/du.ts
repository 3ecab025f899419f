import { choice, type Grammar, NUMBER, PATH, TEXT, word } from "../grammar.ts";

const SIZE = word(/^-?\d{1,12}[KMGTkB]{0,2}$/, "a size like 10M");

export const du: Grammar = {
  purpose: "shows the disk space that directories use",
  form: {
    switches:
      "-0 -a -b -c -D -h -H -k -l -L -m -P -s -S -x --all --apparent-size --bytes --total --human-readable " +
      "--inodes --si --summarize --separate-dirs --one-file-system --dereference-args",
    options: {
      "-d --max-depth": NUMBER,
      "-t --threshold -B --block-size": SIZE,
      "--exclude": TEXT,
    },
    optional: { "--time": choice("atime", "access", "use", "ctime", "status") },
    operands: { rest: PATH },
  },
  never: {
    "--files0-from": "the list would name files that the guard has not seen; name them",
    "-X": "the list would be read from a file; use --exclude PATTERN",
    "--exclude-from": "the list would be read from a file; use --exclude PATTERN",
  },
};
