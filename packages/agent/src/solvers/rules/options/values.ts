/** Values and words that a tool does not take, where it says or everybody knows what it does take. */
import { quoteWord } from "@bazaar/work";
import { insertAfter, replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { type Naming, named } from "../named.ts";
import { nearest, nearestOrLonger } from "../nearest.ts";
import { corrected, type Rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, type View } from "../view.ts";

/** What coreutils lists after "Valid arguments are:". */
function validIn({ lines }: View): readonly string[] {
  return lines.flatMap((line) =>
    /^\s{1,4}- /.test(line)
      ? [...line.matchAll(/['‘]([\w-]{1,40})['’]/g)].map(([, one]) => one ?? "")
      : [],
  );
}

const LISTED: Naming = {
  says: /: (?:invalid|ambiguous) argument ['‘]([\w-]{1,40})['’] for ['‘](--[\w-]{1,40})['’]$/,
  tells([, typed = "", option = ""], view) {
    const meant = nearestOrLonger(typed, validIn(view));
    const words = view.calls.flatMap(({ operands }) => operands);
    const glued = words.find(({ value }) => value === `${option}=${typed}`);
    const apart = words[words.findIndex(({ raw }) => raw === option) + 1];
    const word = glued ?? (apart?.value === typed ? apart : undefined);
    if (meant === null || word === undefined) return null;
    const text = glued === undefined ? quoteWord(meant) : `${option}=${quoteWord(meant)}`;
    return corrected(replaceWord(view, word, text), `${option} takes ${meant}, not ${typed}.`);
  },
};

const DURATION: Naming = {
  says: /^timeout: invalid time interval ['‘](.{1,80})['’]$/,
  tells([, typed], view) {
    const word = callOf(view, "timeout")?.operands.find(({ value }) => value === typed);
    return word === undefined || /^\d/.test(typed ?? "")
      ? null
      : `timeout takes the time first, such as timeout 10s ${view.command.slice(word.start)}`;
  },
};

const RECURSIVE: Naming = {
  says: /^chmod: cannot access ['‘]([0-7]{3,4})['’]: No such file or directory$|^ch(?:own|grp): invalid option -- 'r'$/,
  tells(_said, view) {
    const call = callOf(view, "chmod", "chown", "chgrp");
    const flag = call?.operands.find(({ raw }) => raw === "-r");
    return flag === undefined
      ? null
      : corrected(
          replaceWord(view, flag, "-R"),
          "Everything below a directory is -R, a capital letter.",
        );
  },
};

const SHELL_OPTIONS: Readonly<Record<string, string>> = {
  set: "allexport braceexpand emacs errexit errtrace functrace hashall histexpand history ignoreeof monitor noclobber noexec noglob notify nounset physical pipefail posix privileged verbose vi xtrace",
  shopt:
    "autocd cdspell checkjobs checkwinsize cmdhist direxpand dirspell dotglob execfail expand_aliases extglob failglob globstar histappend histverify inherit_errexit lastpipe nocaseglob nocasematch nullglob progcomp promptvars sourcepath xpg_echo",
};

const SHELL_OPTION: Naming = {
  says: /\b(set|shopt): ([\w-]{3,40}): invalid (?:shell )?option name$/,
  tells([, builtin = "", typed = ""], view) {
    const word = callOf(view, builtin)?.operands.find(({ value }) => value === typed);
    const meant = nearest(typed, (entryOf(SHELL_OPTIONS, builtin) ?? "").split(" "));
    return meant === null || word === undefined
      ? null
      : corrected(
          replaceWord(view, word, meant),
          `There is no option ${typed}; the closest is ${meant}.`,
        );
  },
};

/** `sed -n '1,3'`: lines, and nothing to do with them. */
const LINES_ONLY: Naming = {
  says: /^sed: -e expression #1, char \d{1,4}: missing command$/,
  tells(_said, view) {
    const operands = callOf(view, "sed")?.operands ?? [];
    const isQuiet = operands.some(({ raw }) => raw === "-n");
    const word = operands.find(({ value }) =>
      /^(?:\d{1,7}|\$)(?:,(?:\d{1,7}|\$))?$/.test(value ?? ""),
    );
    return word?.value == null || !isQuiet
      ? null
      : corrected(replaceWord(view, word, quoteWord(`${word.value}p`)), "p prints these lines.");
  },
};

/** What cron says of a file; the line is one of it. */
const SCHEDULE: Naming = {
  says: /^"?([^":\n]{1,200})"?:(\d{1,6}): bad (minute|hour|day-of-month|month|day-of-week|command|time specifier)/,
  tells: ([, , line, part], view) =>
    callOf(view, "crontab") === null
      ? null
      : `Line ${line} has no valid ${part}. A line is: minute hour day month weekday command, such as 30 2 * * 1-5 /path/to/script; a user name stands only in /etc/crontab.`,
};

/** `-H Content-Type: application/json`: the value is taken for a host. */
const HEADER: Naming = {
  says: /^curl: \(\d{1,2}\) /,
  tells(_said, view) {
    const operands = callOf(view, "curl")?.operands ?? [];
    const at = operands.findIndex(({ raw }) => raw === "-H" || raw === "--header");
    const [name, value] = at === -1 ? [] : operands.slice(at + 1);
    if (name === undefined || value?.value == null || !/^[\w-]{1,60}:$/.test(name.raw)) return null;
    const text = quoteWord(`${name.raw} ${value.value}`);
    return unproved(
      view.command.slice(0, name.start) + text + view.command.slice(value.end),
      NEEDS_NETWORK,
      `The header is one word and needs quotes: ${text}.`,
    );
  },
};

const ADDRESS: Naming = {
  says: /^curl: \(3\) (?:URL using bad\/illegal format|.{0,40}Malformed input to a URL|.{0,60}(?:bad range|unmatched brace|nested brace|unmatched close)|\[globbing\])/,
  tells(_said, view) {
    const call = callOf(view, "curl");
    const word = call?.operands.find(({ value }) => /^[a-z]{3,5}:\/\/.*[ [\]{}]/.test(value ?? ""));
    const raw = call?.operands.find(({ raw: text }) =>
      /^["']?[a-z]{3,5}:\/\/[^\s]*[[{]/.test(text),
    );
    if (call !== null && raw !== undefined && !/ /.test(raw.raw)) {
      return unproved(
        insertAfter(view, call.program, "-g"),
        NEEDS_NETWORK,
        "curl reads brackets in an address as a pattern; -g takes them as they are.",
      );
    }
    if (word?.value == null) return null;
    const text = quoteWord(word.value.replaceAll(" ", "%20"));
    return unproved(
      replaceWord(view, word, text),
      NEEDS_NETWORK,
      "An address has no spaces; they are written %20.",
    );
  },
};

/** `curl -F file=@name`, `-d @name`, `-T name`. */
const UPLOADED: Naming = {
  says: /^curl: \(26\) (?:Failed to open\/read local data|couldn't open file|read error)/,
  async tells(_said, view, ask) {
    const operands = callOf(view, "curl")?.operands ?? [];
    const word = operands.find(({ value }) => /@[\w./-]{1,200}$/.test(value ?? ""));
    const path = /@([\w./-]{1,200})$/.exec(word?.value ?? "")?.[1];
    if (path === undefined || word?.value == null || (await ask.entry(path)) !== null) return null;
    const slash = path.lastIndexOf("/");
    const names = await ask.list(slash === -1 ? "." : path.slice(0, slash));
    const meant = nearest(path.slice(slash + 1), names);
    if (meant === null) return `curl was to send ${path}, and there is no such file.`;
    const text = quoteWord(word.value.slice(0, -path.length) + path.slice(0, slash + 1) + meant);
    return unproved(
      replaceWord(view, word, text),
      NEEDS_NETWORK,
      `There is no file ${path}; the closest is ${path.slice(0, slash + 1)}${meant}.`,
    );
  },
};

export const values: readonly Rule[] = [
  named({
    name: "tool-values",
    title: "A value that the tool does not take",
    isAbout: () => true,
    cases: [LISTED, DURATION, RECURSIVE, SHELL_OPTION, LINES_ONLY, SCHEDULE],
  }),
  named({
    name: "curl-words",
    title: "A header, address or file that curl does not take",
    isAbout: (view) => callOf(view, "curl") !== null,
    cases: [ADDRESS, UPLOADED, HEADER],
  }),
];
