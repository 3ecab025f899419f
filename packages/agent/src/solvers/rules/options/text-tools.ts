/** Slips in the small languages of sed, awk, jq, xargs and others. */

import { quoteWord } from "@bazaar/work";
import { insertAfter, removeWord, replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

/** `s/a//usr/bin/`: a path between slashes. Only an absolute path or a URL shows where it starts. */
const sedPath = rule({
  name: "sed-path",
  title: "A path between the slashes of sed",
  sees(view) {
    const call = callOf(view, "sed");
    if (call === null || !hasLine(view, /^sed: .{0,60}unknown option to [`']s'$/)) return null;
    const script = call.operands.find(({ value }) =>
      /^s\/.{3,300}\/[gIip\d]{0,3}$/.test(value ?? ""),
    );
    const text =
      script?.value == null || /[|\\]/.test(script.value) ? null : withBars(script.value);
    return script === undefined || text === null ? null : { script, text };
  },
  repair: ({ script, text }, view) =>
    corrected(
      replaceWord(view, script, quoteWord(text)),
      "The path contains the slash that separates the parts; another separator, such as |, works.",
    ),
});

function withBars(script: string): string | null {
  const [, body = "", flags = ""] = /^s\/(.*)\/([^/]*)$/.exec(script) ?? [];
  const parts = body.includes("://")
    ? betweenUrls(body)
    : (/^([^/]+)\/(\/[^/].*)$/.exec(body) ?? splitDouble(body));
  const [, from, to] = parts ?? [];
  return from === undefined || to === undefined ? null : `s|${from}|${to}|${flags}`;
}

/** `http://a.b/https://c.d`: two URLs, and nothing else. */
function betweenUrls(body: string): RegExpExecArray | null {
  const found = /^([a-z]{2,10}:\/\/.+)\/([a-z]{2,10}:\/\/.+)$/.exec(body);
  return body.split("://").length === 3 ? found : null;
}

/** `/usr/local//opt`: two absolute paths. */
function splitDouble(body: string): readonly [string, string, string] | null {
  const at = body.indexOf("//");
  return !body.startsWith("/") || at <= 0 || body.indexOf("//", at + 2) !== -1
    ? null
    : [body, body.slice(0, at), body.slice(at + 1)];
}

const awkBrace = rule({
  name: "awk-brace",
  title: "A missing brace in awk",
  sees(view) {
    const call = callOf(view, "awk", "gawk", "mawk");
    const isOpen = hasLine(
      view,
      /^(?:awk|gawk|mawk): .{0,80}(?:missing \} near end of file|unexpected newline or end of string|syntax error at or near end of line)/,
    );
    const script = call?.operands.find(({ value }) => value?.includes("{"));
    const text = script?.value ?? "";
    const plain = text.replaceAll(/"[^"]*"|\/[^/\n]*\//g, "");
    const count = plain.split("{").length - plain.split("}").length;
    return script === undefined || !isOpen || count !== 1 ? null : { script, text };
  },
  repair: ({ script, text }, view) =>
    corrected(replaceWord(view, script, quoteWord(`${text}}`)), "A closing brace is missing."),
});

/** `awk {print $1} file`: the shell takes the program apart. */
const awkQuotes = rule({
  name: "awk-quotes",
  title: "An awk program without quotes",
  sees(view) {
    const call = callOf(view, "awk", "gawk", "mawk");
    const isBroken = hasLine(
      view,
      /^(?:awk|gawk|mawk): .{0,80}(?:missing \}|syntax error|unexpected newline)/,
    );
    const first = call?.operands.findIndex(({ raw }) => raw.startsWith("{")) ?? -1;
    const last = call?.operands.findIndex(({ raw }, at) => at >= first && raw.endsWith("}")) ?? -1;
    const [start, end] = [call?.operands[first], call?.operands[last]];
    if (!isBroken || start === undefined || end === undefined) return null;
    return { start, end };
  },
  repair({ start, end }, { command }) {
    const program = command.slice(start.start, end.end);
    if (program.includes("'")) return null;
    return corrected(
      `${command.slice(0, start.start)}'${program}'${command.slice(end.end)}`,
      "The program of awk needs single quotes; otherwise the shell takes it apart.",
    );
  },
});

/** `jq name`, `jq .foo-bar`: a key is `.name`, and one with a dash is `."foo-bar"`. */
const jqKey = rule({
  name: "jq-key",
  title: "A key that jq reads as a function",
  sees(view) {
    const call = callOf(view, "jq");
    const name = firstMatch(
      view,
      /^jq: error: ([A-Za-z_]\w{0,60})\/0 is not defined at <top-level>/,
    )?.[1];
    const filter = call?.operands.find(
      ({ value, raw }) => value?.includes(name ?? "\n") && !raw.startsWith("-"),
    );
    // The file comes first: jq reads its name as the filter.
    if (/\.json$/.test(filter?.value ?? "")) return null;
    if (name === undefined || filter?.value == null) return null;
    return { filter, text: filter.value, name };
  },
  repair({ filter, text, name }, view) {
    const dashed = new RegExp(`\\.([A-Za-z_]\\w*(?:-\\w+)*-${name}(?:-\\w+)*)`).exec(text)?.[1];
    const now =
      dashed === undefined
        ? new RegExp(`^${name}(?:[.[].*)?$`).test(text)
          ? `.${text}`
          : null
        : text.replace(`.${dashed}`, `."${dashed}"`);
    if (now === null) return null;
    return corrected(
      replaceWord(view, filter, quoteWord(now)),
      dashed === undefined
        ? `A key is read with a dot: .${name}.`
        : `A key with a dash needs quotes: ."${dashed}".`,
    );
  },
});

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

const jqOpen = rule({
  name: "jq-open",
  title: "A bracket that is never closed in jq",
  sees(view) {
    const call = callOf(view, "jq");
    const isOpen = hasLine(view, /^jq: error: syntax error, unexpected (?:\$end|end of file)/);
    const filter = call?.operands.find(({ raw, value }) => !raw.startsWith("-") && value !== null);
    const missing = filter?.value == null ? "" : unclosedIn(filter.value);
    return filter === undefined || !isOpen || missing === "" ? null : { filter, missing };
  },
  repair: ({ filter, missing }, view) =>
    corrected(
      replaceWord(view, filter, quoteWord((filter.value ?? "") + missing)),
      `The filter ends too early: ${missing} is missing.`,
    ),
});

/** The brackets that are missing at the end; empty if they do not match. */
function unclosedIn(filter: string): string {
  const open: string[] = [];
  for (const mark of filter.replaceAll(/"(?:[^"\\]|\\.)*"/g, "")) {
    const closing = entryOf(CLOSING, mark);
    if (closing !== undefined) open.push(closing);
    else if (Object.values(CLOSING).includes(mark) && open.pop() !== mark) return "";
  }
  return open.reverse().join("");
}

/** `.name` on a list: the filter must go through it. */
const jqList = rule({
  name: "jq-list",
  title: "A key of a list in jq",
  sees(view) {
    const call = callOf(view, "jq");
    const key = firstMatch(
      view,
      /^jq: error \(at .{1,255}\): Cannot index array with string "(\w{1,60})"/,
    )?.[1];
    const filter = call?.operands.find(
      ({ raw, value }) => !raw.startsWith("-") && value?.includes(`.${key}`),
    );
    const places = filter?.value?.split(new RegExp(`\\.${key}\\b`)) ?? [];
    return filter === undefined || key === undefined || places.length !== 2
      ? null
      : { filter, key, places };
  },
  repair({ filter, key, places: [before = "", after = ""] }, view) {
    const list = /[\w\])]$/.test(before) ? `${before}[]` : `${before}.[]`;
    return corrected(
      replaceWord(view, filter, quoteWord(`${list}.${key}${after}`)),
      `What has the key ${key} is in a list; [] goes through it.`,
    );
  },
});

/** `curl … -o annual report.txt`: the rest of the name is taken for a host. */
const curlOutputName = rule({
  name: "curl-output-name",
  title: "An output name with a space for curl",
  sees(view) {
    const call = callOf(view, "curl");
    const host = firstMatch(view, /^curl: \(6\) Could not resolve host: (\S{1,200})$/)?.[1];
    const operands = call?.operands ?? [];
    const at = operands.findIndex(({ raw }) => raw === "-o" || raw === "--output");
    const [start, end] = [operands[at + 1], operands[at + 2]];
    const isName =
      /^[\w-]{1,60}\.(?:txt|pdf|zip|gz|tgz|json|csv|html?|xml|png|jpe?g|md|ya?ml|mp[34]|docx?|xlsx?)$/i;
    if (at === -1 || start?.value == null || end?.value !== host || !isName.test(host ?? ""))
      return null;
    return { start, end, name: `${start.value} ${host}` };
  },
  repair: ({ start, end, name }, { command }) =>
    corrected(
      command.slice(0, start.start) + quoteWord(name) + command.slice(end?.end),
      `${name} is one name and needs quotes.`,
    ),
});

const xargsQuotes = rule({
  name: "xargs-quotes",
  title: "A quote in the input of xargs",
  sees(view) {
    const call = callOf(view, "xargs");
    const isQuote = hasLine(view, /^xargs: unmatched (?:single|double) quote/);
    const hasOwn =
      call?.operands.some(({ raw }) => /^-[0d]|^--(?:null|delimiter)/.test(raw)) ?? true;
    return call === null || !isQuote || hasOwn ? null : { call };
  },
  repair: ({ call }, view) =>
    corrected(
      insertAfter(view, call.program, String.raw`-d '\n'`),
      "xargs reads quotes in its input as its own; with -d '\\n' every line is one name.",
    ),
});

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^s(?:ec(?:ond)?s?)?$/, "s"],
  [/^m(?:in(?:ute)?s?)?$/, "m"],
  [/^h(?:(?:ou)?rs?)?$/, "h"],
  [/^d(?:ays?)?$/, "d"],
];

const sleepUnit = rule({
  name: "sleep-unit",
  title: "sleep with a unit in words",
  sees(view) {
    const call = callOf(view, "sleep");
    if (call === null || !hasLine(view, /^sleep: invalid time interval /)) return null;
    const [number, word] = call.operands;
    const [, digits = "", stuck = ""] =
      /^(\d+(?:\.\d+)?) ?([a-z]*)$/i.exec(number?.value ?? "") ?? [];
    const typed = (stuck === "" ? (word?.value ?? "") : stuck).toLowerCase();
    const unit = UNITS.find(([names]) => names.test(typed))?.[1];
    if (number === undefined || digits === "" || unit === undefined) return null;
    return { number, word: stuck === "" ? word : undefined, meant: digits + unit };
  },
  repair({ number, word, meant }, view) {
    const one = word === undefined ? view.command : removeWord(view, word);
    return unproved(
      replaceWord({ ...view, command: one }, number, meant),
      "it only waits",
      `sleep takes a number with one letter: ${meant}.`,
    );
  },
});

const tooFewX = rule({
  name: "template-letters",
  title: "mktemp without XXXXXX",
  sees(view) {
    const call = callOf(view, "mktemp");
    const name = firstMatch(view, /^mktemp: too few X's in template ['‘](.{1,200})['’]$/)?.[1];
    const word = call?.operands.find(({ value }) => value !== null && value === name);
    return name === undefined || word === undefined ? null : { word, name };
  },
  repair: ({ word, name }, view) =>
    corrected(
      replaceWord(view, word, quoteWord(`${name}.XXXXXX`)),
      "mktemp replaces the letters XXXXXX; the template needs them.",
    ),
});

const manSection = rule({
  name: "man-section",
  title: "A manual page in another section",
  sees(view) {
    const call = callOf(view, "man");
    const [, name, section] =
      firstMatch(view, /^No manual entry for (\S{1,80}) in section (\d\w{0,4})$/) ?? [];
    const word = call?.operands.find(({ value }) => value === section);
    return word === undefined || name === undefined ? null : { word, name };
  },
  repair: ({ word, name }, view) =>
    corrected(
      removeWord(view, word),
      `${name} has no page in section ${word.raw}; this shows any.`,
    ),
});

export const textTools: readonly Rule[] = [
  sedPath,
  awkBrace,
  awkQuotes,
  jqKey,
  jqOpen,
  jqList,
  curlOutputName,
  xargsQuotes,
  sleepUnit,
  tooFewX,
  manSection,
];
