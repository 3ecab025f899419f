/** Slips with head, tr, cut, sort, date, find, chmod and their like, one case for each message. */
import { quoteWord } from "@bazaar/work";
import { insertAfter, removeWord, replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import type { Investigator } from "../investigator.ts";
import { type Naming, named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { type Answer, corrected, type Rule, unproved } from "../rule.ts";
import { WELL_KNOWN_COMMANDS } from "../shell/well-known-commands.ts";
import type { Word } from "../shell-words.ts";
import { callOf, type View } from "../view.ts";

function operandsOf(view: View, ...programs: readonly string[]): readonly Word[] {
  return callOf(view, ...programs)?.operands ?? [];
}

/** The operand with this value, replaced by shell text. */
function replaced(
  view: View,
  word: Word | undefined,
  text: string | null | undefined,
  why: string,
): Answer | null {
  return word === undefined || text == null ? null : corrected(replaceWord(view, word, text), why);
}

async function isFile(path: string | null | undefined, ask: Investigator): Promise<boolean> {
  return path != null && (await ask.entry(path))?.kind === "file";
}

const LINES: Naming = {
  says: /^(?:head|tail): cannot open ['‘](\d{1,7})['’] for reading: No such file or directory$/,
  tells([, number], view) {
    const word = operandsOf(view, "head", "tail").find(({ raw }) => raw === number);
    return replaced(view, word, `-n ${number}`, `The number of lines is an option: -n ${number}.`);
  },
};

const TRANSLATED_FILE: Naming = {
  says: /^tr: extra operand ['‘](.{1,255})['’]$/,
  async tells([, path = ""], view, ask) {
    const word = operandsOf(view, "tr").find(({ value }) => value === path);
    if (!(await isFile(path, ask))) return null;
    return replaced(
      view,
      word,
      `< ${word?.raw}`,
      "tr reads no files, only its input: < gives it one.",
    );
  },
};

const DELIMITER: Naming = {
  says: /^cut: the delimiter must be a single character$/,
  tells(_said, view) {
    const operands = operandsOf(view, "cut");
    const at = operands.findIndex(({ raw }) => raw === "-d");
    const word =
      operands[at === -1 ? operands.findIndex(({ raw }) => raw.startsWith("-d")) : at + 1];
    const flag = at === -1 ? "-d" : "";
    const value = word?.value?.slice(flag.length) ?? "";
    if (value === "\\t" && word !== undefined) {
      const without = removeWord(view, word);
      const option = operands[at];
      const now =
        at === -1 || option === undefined
          ? without
          : removeWord({ ...view, command: without }, option);
      return corrected(now, "Tabs are what cut splits at by itself.");
    }
    const [first = "", ...others] = value.trim();
    if (first === "" || others.length > 0 || value.length > 4) {
      return `cut splits at one character, and ${JSON.stringify(value)} is longer. awk -F splits at more.`;
    }
    return replaced(view, word, flag + quoteWord(first), `cut splits at one character: ${first}.`);
  },
};

const NO_FIELDS: Naming = {
  says: /^cut: you must specify a list of bytes, characters, or fields$/,
  tells: () =>
    "cut must be told which part: -f 2 is the second field, -c 1-5 the first characters.",
};

const SORT_TAB: Naming = {
  says: /^sort: multi-character tab ['‘]\\\\?t['’]$/,
  tells(_said, view) {
    const word = operandsOf(view, "sort").find(({ value }) => /^(?:-t)?\\t$/.test(value ?? ""));
    const flag = word?.value?.startsWith("-t") ? "-t" : "";
    const why = "sort does not read \\t as a tab; printf writes one.";
    return replaced(view, word, String.raw`${flag}"$(printf '\t')"`, why);
  },
};

/** Day, month and year with dots, slashes or dashes; only if no month can be meant by the day. */
const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(.{0,20})$/;

const DATE: Naming = {
  says: /^(?:date|touch): invalid date(?: format)? ['‘](.{1,60})['’]$/,
  tells([, typed = ""], view) {
    const [, day = "", month = "", year = "", rest = ""] = DAY_FIRST.exec(typed) ?? [];
    const isDate =
      Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
    const word = operandsOf(view, "date", "touch").find(({ value }) => value?.endsWith(typed));
    if (!isDate || word?.value == null) return null;
    const meant = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}${rest}`;
    const text = quoteWord(word.value.slice(0, -typed.length) + meant);
    return replaced(view, word, text, `Dates are written year first: ${meant}.`);
  },
};

const DATE_FORMAT: Naming = {
  says: /^date: extra operand ['‘](%.{1,60})['’]$/,
  tells(_said, view) {
    const operands = operandsOf(view, "date");
    const start = operands.find(({ raw }) => /^\+[\w%:./-]{1,60}$/.test(raw));
    const end = operands.at(-1);
    if (start === undefined || end === undefined || !end.raw.startsWith("%")) return null;
    const { command } = view;
    const format = command.slice(start.start, end.end);
    return corrected(
      command.slice(0, start.start) + quoteWord(format) + command.slice(end.end),
      "A format with a space needs quotes.",
    );
  },
};

const MODE: Naming = {
  says: /^chmod: invalid mode: ['‘](.{1,40})['’]$/,
  tells([, mode = ""], view) {
    const word = operandsOf(view, "chmod").find(({ value }) => value === mode);
    if (/^[rwx]{1,3}$/.test(mode))
      return replaced(view, word, `+${mode}`, `The sign is missing: +${mode} adds it.`);
    if (!/^\d{3,4}$/.test(mode)) return null;
    return `Each digit of a mode is 0 to 7: 4 to read, 2 to write, 1 to execute, added up. 644 and 755 are common, and ${mode} is none.`;
  },
};

const LSOF_PORT: Naming = {
  says: /^lsof: (?:unacceptable (?:port specification|Internet address)|unknown protocol|illegal).{0,40}\bin: -i (\d{2,5})$/,
  tells([, port], view) {
    const word = operandsOf(view, "lsof").find(({ value }) => value === port);
    if (word === undefined) return null;
    return unproved(
      replaceWord(view, word, `:${port}`),
      "the sandbox has ports of its own",
      `A port is written with a colon: :${port}.`,
    );
  },
};

const PRINTF: Naming = {
  says: /\bprintf: -.{0,40}: invalid option$/,
  tells(_said, view) {
    const call = callOf(view, "printf");
    const isText = call?.operands[0]?.value?.startsWith("-") === true;
    if (call == null || !isText) return null;
    return corrected(
      insertAfter(view, call.program, "--"),
      "After --, a text may start with a dash.",
    );
  },
};

const UNSORTED: Naming = {
  says: /^(?:comm: (?:file \d is|input is)|join: .{1,255}:\d{1,9}: is) not (?:in )?sorted/,
  tells(_said, view) {
    const operands = operandsOf(view, "comm", "join");
    const files = operands.filter(({ raw }) => !raw.startsWith("-"));
    const [one, other] = files;
    const hasFields = callOf(view, "join") !== null && files.length !== operands.length;
    if (files.length !== 2 || one === undefined || other === undefined || hasFields) return null;
    if (one.value === null || other.value === null || view.calls.length !== 1) return null;
    const last = replaceWord(view, other, `<(sort ${other.raw})`);
    return corrected(
      replaceWord({ ...view, command: last }, one, `<(sort ${one.raw})`),
      "Both files must be sorted; bash sorts them on the way.",
    );
  },
};

const SIGNALS =
  "HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD CONT STOP TSTP TTIN TTOU".split(
    " ",
  );

const SIGNAL: Naming = {
  says: /\bkill: ([A-Za-z]\w{1,12}): invalid signal specification$/,
  tells([, typed = ""], view) {
    const word = operandsOf(view, "kill").find(({ raw }) => raw.endsWith(typed));
    const meant = nearest(typed.toUpperCase().replace(/^SIG/, ""), SIGNALS);
    return meant === null || word === undefined
      ? null
      : `There is no signal ${typed}; ${meant} is close. kill -l lists all.`;
  },
};

const MANUAL: Naming = {
  says: /^No manual entry for ([\w.+-]{2,60})$/,
  tells([, name = ""], view) {
    const word = operandsOf(view, "man").find(({ value }) => value === name);
    if (WELL_KNOWN_COMMANDS.includes(name)) return null;
    const meant = nearest(name, WELL_KNOWN_COMMANDS);
    return replaced(view, word, meant, `There is no manual page ${name}; the closest is ${meant}.`);
  },
};

const KINDS: Readonly<Record<string, string>> = {
  file: "f",
  files: "f",
  dir: "d",
  dirs: "d",
  directory: "d",
  folder: "d",
  link: "l",
  symlink: "l",
};

/** The operand after a test of find. */
function valueAfter(view: View, test: string): Word | undefined {
  const operands = operandsOf(view, "find");
  return operands[operands.findIndex(({ raw }) => raw === test) + 1];
}

const FIND: readonly Naming[] = [
  {
    says: /^find: (?:Must separate multiple arguments to -type|Unknown argument to -type|Arguments to -type)/,
    tells(_said, view) {
      const word = valueAfter(view, "-type");
      const letter = entryOf(KINDS, word?.value ?? "");
      return replaced(view, word, letter, `find knows kinds by one letter: -type ${letter}.`);
    },
  },
  {
    says: /^find: invalid -size type [`'‘]\w['’]$|^find: invalid argument [`'‘].{1,40}['’] to [`'‘]-size['’]$/i,
    tells(_said, view) {
      const word = valueAfter(view, "-size");
      const [, number, unit = ""] =
        /^([-+]?\d{1,12})([kmgKMG])i?[bB]$/.exec(word?.value ?? "") ?? [];
      const letter = unit.toUpperCase() === "K" ? "k" : unit.toUpperCase();
      const meant = number === undefined ? null : number + letter;
      return replaced(view, word, meant, `Units of find have one letter: ${meant}.`);
    },
  },
  {
    says: /^find: invalid argument [`'‘](.{1,40})['’] to [`'‘](-[acm]time)['’]$/,
    tells([, typed = "", test = ""], view) {
      const days = /^([-+]?\d{1,6})d(?:ays?)?$/.exec(typed)?.[1];
      return replaced(view, valueAfter(view, test), days, `${test} counts days, without a unit.`);
    },
  },
  {
    says: /^find: ['‘](i?name|type|path|size|mtime|maxdepth)['’]: No such file or directory$/,
    tells([, test = ""], view) {
      const word = operandsOf(view, "find").find(({ raw }) => raw === test);
      return replaced(view, word, `-${test}`, `Tests of find start with a dash: -${test}.`);
    },
  },
  {
    says: /^find: missing argument to [`'‘]-(?:exec|ok|execdir)['’]$/,
    tells(_said, view) {
      const call = callOf(view, "find");
      const last = call?.operands.at(-1);
      const why = "The command of -exec ends with \\; (the backslash keeps it from the shell).";
      if (call == null || last === undefined) return null;
      const glued = /^(\{\})(?:\\;|;)?$/.exec(last.raw)?.[1];
      if (glued === undefined) return null;
      const behind =
        call.after === ";"
          ? view.command.slice(last.end).replace(/^\s*;/, "")
          : view.command.slice(last.end);
      return corrected(`${view.command.slice(0, last.start)}{} \\;${behind}`, why);
    },
  },
];

/** `grep --force file`: a pattern that starts with a dash. */
const DASHED_PATTERN: Naming = {
  says: /^grep: (?:unrecognized option|invalid option -- )/,
  async tells(_said, view, ask) {
    const [pattern, file, ...others] = operandsOf(view, "grep");
    const isText = /^["']-|^--[a-z]/.test(pattern?.raw ?? "");
    if (pattern === undefined || !isText || others.length > 0) return null;
    if (file !== undefined && !(await isFile(file.value, ask))) return null;
    const why = "After --, a pattern may start with a dash.";
    return replaced(view, pattern, `-- ${pattern.raw}`, why);
  },
};

/** `sed s/a b/c/ file`: the script has a space and no quotes. */
const SPACED_SCRIPT: Naming = {
  says: /^sed: -e expression #1, char \d{1,4}: unterminated [`']s' command$/,
  tells(_said, view) {
    const operands = operandsOf(view, "sed");
    const at = operands.findIndex(({ raw }) => /^s\/[^'"]*$/.test(raw));
    const [start, end] = [operands[at], operands[at + 1]];
    if (start === undefined || end === undefined) return null;
    const script = view.command.slice(start.start, end.end);
    if (!/^s\/[^/'"]+\/[^/'"]*\/[gIip\d]{0,3}$/.test(script)) return null;
    return corrected(
      view.command.slice(0, start.start) + quoteWord(script) + view.command.slice(end.end),
      "A script with a space needs quotes.",
    );
  },
};

export const coreTools: readonly Rule[] = [
  named({
    name: "core-tools",
    title: "A slip with a basic tool",
    isAbout: () => true,
    cases: [
      LINES,
      TRANSLATED_FILE,
      DELIMITER,
      NO_FIELDS,
      SORT_TAB,
      DATE,
      DATE_FORMAT,
      MODE,
      LSOF_PORT,
      PRINTF,
      UNSORTED,
      SIGNAL,
      MANUAL,
      DASHED_PATTERN,
      SPACED_SCRIPT,
    ],
  }),
  named({
    name: "find-values",
    title: "A value that find does not take",
    isAbout: (view) => callOf(view, "find") !== null,
    cases: FIND,
  }),
];
