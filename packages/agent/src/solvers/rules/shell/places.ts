/** A directory run as a program, a file with a slash behind it, a PATH that was lost. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine, wordOf } from "../view.ts";
import { ACTS_ON_SHELL } from "./acts-on-shell.ts";
import { missingCommand } from "./missing-command.ts";

const RUN_DIRECTORY = [
  /^(?:bash|sh|-bash|zsh|dash): (?:line )?(?:\d{1,6}: )?(.{1,255}): Is a directory$/,
  /^(?:zsh|dash|sh): (?:\d{1,6}: )?permission denied: (.{1,255}\/)$/,
];

const directoryAsCommand = rule({
  name: "directory-as-command",
  title: "A directory typed as a command",
  sees(view) {
    const path = firstMatch(view, ...RUN_DIRECTORY)?.[1];
    const call = view.calls.find(({ program }) => path !== undefined && program.value === path);
    const isAlone = view.calls.length === 1 && call?.operands.length === 0;
    return path === undefined || !isAlone ? null : { path };
  },
  repair: ({ path }) =>
    unproved(
      `cd ${quotedPath(path)}`,
      ACTS_ON_SHELL,
      `${path} is a directory, and no program; cd goes there.`,
    ),
});

const slashBehindFile = rule({
  name: "slash-behind-file",
  title: "A slash behind the name of a file",
  sees(view) {
    const path = firstMatch(
      view,
      /^(?:[\w.-]{1,40}: ){1,3}(?:cannot \w{1,20} )?['‘]?([^'’:]{1,255}\/)['’]?: Not a directory$/,
    )?.[1];
    const word = path === undefined ? null : wordOf(view, path);
    return path === undefined || word === null ? null : { path, word };
  },
  async repair({ path, word }, view, ask) {
    const file = path.replace(/\/+$/, "");
    if ((await ask.entry(file))?.kind !== "file") return null;
    return corrected(
      replaceWord(view, word, quotedPath(file)),
      `${file} is a file; the slash behind it is for directories.`,
    );
  },
});

/** `ls src\\lib`: as Windows writes paths. */
const windowsPath = rule({
  name: "windows-path",
  title: "A path with backslashes",
  sees(view) {
    const words = view.calls.flatMap(({ program, operands }) => [program, ...operands]);
    const word = words.find(
      ({ raw, value }) => /^[\w.-]+(?:\\[\w.-]+)+\\?$/.test(raw) && value !== null,
    );
    const isSaid = hasLine(view, /No such file or directory|not found$/);
    return word === undefined || !isSaid ? null : { word, path: word.raw.replaceAll("\\", "/") };
  },
  async repair({ word, path }, view, ask) {
    if ((await ask.entry(path)) === null) return null;
    return corrected(
      replaceWord(view, word, quotedPath(path)),
      `Parts of a path are separated by /: ${path}.`,
    );
  },
});

/** Programs that every machine has. */
const BASIC = new Set(["ls", "cat", "cp", "mv", "rm", "mkdir"]);

const lostPath = rule({
  name: "lost-path",
  title: "PATH was replaced instead of extended",
  sees(view) {
    const name = missingCommand(view)?.name ?? "";
    const [whole, value] =
      /(?:^|[\s;&|])PATH=("[^"$`\n]{1,200}"|[^\s;&|"'$`]{1,200})(?=[\s;&|]|$)/.exec(view.command) ??
      [];
    if (!BASIC.has(name)) return null;
    return { name, whole, value };
  },
  repair({ name, whole, value }, { command }) {
    if (whole === undefined || value === undefined) {
      return advice(
        `PATH does not lead to ${name}, which every machine has: something has replaced it. In this shell, export PATH=/usr/local/bin:/usr/bin:/bin:$PATH brings it back; look for PATH= in the shell's start-up files.`,
      );
    }
    const list = value.replace(/^"|"$/g, "");
    const text = /^[\w./~:-]+$/.test(list) ? list : quoteWord(list);
    return corrected(
      command.replace(whole, () => whole.replace(value, () => `${text}:"$PATH"`)),
      "This PATH has nothing else in it; :$PATH keeps what was there.",
    );
  },
});

/** bash -i and zsh read `!` in double quotes as a reference to the history. */
const history = rule({
  name: "history-expansion",
  title: "An exclamation mark read as a reference to the history",
  sees(view) {
    const said = firstMatch(
      view,
      /(?:^|: )(![^:\s]{1,80}): event not found$/,
      /event not found: ([^:\s]{1,80})$/,
    )?.[1];
    return said === undefined ? null : { said: said.startsWith("!") ? said : `!${said}` };
  },
  repair({ said }, { command }) {
    const texts = command.match(/"[^"]*"/g) ?? [];
    const [text, ...others] = texts.filter((one) => one.includes("!"));
    const why = `In double quotes ${said} refers to the history; single quotes prevent that.`;
    if (text === undefined || others.length > 0 || /['$`\\]/.test(text)) return advice(why);
    return corrected(
      command.replace(text, () => `'${text.slice(1, -1)}'`),
      why,
    );
  },
});

export const places: readonly Rule[] = [
  directoryAsCommand,
  slashBehindFile,
  windowsPath,
  lostPath,
  history,
];
