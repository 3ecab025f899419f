import { type Grammar, word } from "../grammar.ts";

const COLUMN =
  "(?:pid|ppid|pgid|sid|tid|user|uid|gid|group|ruser|cmd|comm|args|command|etime|etimes|time|%cpu|%mem|" +
  "pcpu|pmem|rss|vsz|sz|stat|state|s|tty|start|lstart|ni|pri|nlwp|psr|wchan)";
const COLUMNS = word(new RegExp(`^${COLUMN}(?:,${COLUMN})*$`), "columns like pid,user,args");
const ORDER = word(new RegExp(`^[+-]?${COLUMN}(?:,[+-]?${COLUMN})*$`), "columns like -rss");
/** No `e`, which prints environments. */
const LETTERS = word(/^[ajlsuvxfwrhTH]+$/, "letters like aux, without e");
const NUMBERS = word(/^\d+(?:,\d+)*$/, "process or user numbers");

/** Where a name is unknown it starts over and reads the word as letters: names are not taken. */
export const ps: Grammar = {
  purpose: "lists processes, which here are those of the investigation itself",
  form: {
    spelling: "separate",
    switches:
      "-A -a -d -e -f -F -H -j -l -L -M -T -w -y --forest --headers --no-headers --deselect --version",
    options: {
      "-o --format": COLUMNS,
      "-p --pid --ppid -s --sid -u --user -U --User -g --group": NUMBERS,
      "--sort": ORDER,
      "--cols --columns --width --rows --lines": NUMBERS,
    },
    operands: { first: [LETTERS] },
  },
  note: "only the processes of this investigation: those of the machine stay private",
  never: { "-E": "environments stay private" },
};
