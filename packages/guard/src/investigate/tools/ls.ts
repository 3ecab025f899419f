import { choice, type Grammar, NUMBER, PATH, TEXT, word } from "../grammar.ts";

export const ls: Grammar = {
  purpose: "lists directories",
  form: {
    switches:
      "-1 -a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -R -s -S -t -u " +
      "-U -v -x -X -Z -e -O --all --almost-all --author --escape --directory --full-time --group-directories-first " +
      "--no-group --human-readable --si --inode --literal --numeric-uid-gid --reverse --recursive " +
      "--size --dereference --dereference-command-line --context --file-type --kibibytes --zero --version --help",
    options: {
      "-I --ignore --hide": TEXT,
      "-T --tabsize -w --width": NUMBER,
      "--block-size": word(/^\d{0,9}[KMGT]?B?$/, "a size like 1M"),
      "--indicator-style": choice("none", "slash", "file-type", "classify"),
      "--sort": choice("none", "size", "time", "version", "extension", "width", "name"),
      "--time": choice("atime", "access", "ctime", "status", "birth", "creation", "mtime"),
      "--time-style": choice("full-iso", "long-iso", "iso", "locale"),
      "--format": choice("across", "commas", "horizontal", "long", "single-column", "vertical"),
    },
    optional: {
      "--color --classify": choice("always", "auto", "never"),
    },
    operands: { rest: PATH },
  },
};
