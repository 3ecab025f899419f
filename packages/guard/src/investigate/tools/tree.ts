import { choice, type Grammar, NUMBER, PATH, TEXT } from "../grammar.ts";

/** Its values are words of their own: in `-Lo 2 x` the `o` would take the `x`. */
export const tree: Grammar = {
  purpose: "shows directories as a tree",
  form: {
    spelling: "separate",
    switches:
      "-a -d -f -i -l -x -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -n -C -J -X -A -S --du --si --dirsfirst " +
      "--filesfirst --noreport --prune --inodes --device --nolinks --gitignore --ignore-case --matchdirs --version",
    options: {
      "-L --filelimit": NUMBER,
      "-I -P --timefmt": TEXT,
      "--sort": choice("name", "size", "mtime", "ctime", "version", "none"),
      "--charset": choice("utf-8", "UTF-8", "ascii", "ASCII"),
    },
    operands: { rest: PATH },
  },
  never: {
    "-o": "it writes a file; the output is returned anyway",
    "-R": "it writes a file in every directory; -L limits the depth",
    "-H": "pages of links are not needed",
    "--fromfile": "the list would name files that the guard has not seen",
  },
};
