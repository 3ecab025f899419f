import { choice, type Grammar, NUMBER, PATH, TEXT, word } from "../grammar.ts";

const RUNS = "it runs a program for what it finds; ask for the list, then for each file";
const WRITES = "it writes a file; -print, -printf and -ls show the same";
const AMOUNT = word(/^[+-]?\d{1,15}[bcwkMG]?$/, "an amount like +10M or -7");

export const find: Grammar = {
  purpose: "finds files by name, type, size and time",
  form: {
    spelling: "whole",
    switches:
      "-H -L -P ! -not -a -and -o -or -true -false -print -print0 -ls -prune -quit -depth -d -xdev " +
      "-mount -daystart -noleaf -follow -empty -executable -readable -writable -nouser -nogroup " +
      "-ignore_readdir_race -noignore_readdir_race -nowarn -warn -version --version",
    options: {
      "-name -iname -path -ipath -wholename -iwholename -regex -iregex -lname -ilname": TEXT,
      "-type -xtype": word(/^[bcdpfls](?:,[bcdpfls])*$/, "f, d, l, b, c, p or s"),
      "-regextype": choice("posix-extended", "posix-basic", "egrep", "grep", "emacs", "sed", "awk"),
      "-maxdepth -mindepth": NUMBER,
      "-size -amin -cmin -mmin -atime -ctime -mtime -links -inum -used -uid -gid": AMOUNT,
      "-user -group": word(/^[\w.-]+$/, "a name or number"),
      "-perm": word(/^[-/]?[0-7]{1,5}$|^[-/]?[ugoa]*[-+=][rwxst]+$/, "a mode like 644 or -u+x"),
      "-newer -anewer -cnewer -samefile": PATH,
      "-newermt -newerct -newerat": TEXT,
      "-printf": TEXT,
      "-fstype": word(/^[\w.]+$/, "a file system type"),
    },
    operands: { rest: PATH },
  },
  execs: true,
  never: {
    "-exec": RUNS,
    "-execdir": RUNS,
    "-ok": RUNS,
    "-okdir": RUNS,
    "-delete": "it deletes what it finds; ask for the list without it",
    "-fprint": WRITES,
    "-fprint0": WRITES,
    "-fprintf": WRITES,
    "-fls": WRITES,
    "-files0-from": "the list would name directories that the guard has not seen; name them",
  },
};
