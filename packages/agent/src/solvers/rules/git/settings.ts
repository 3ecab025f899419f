/** git's configuration: lines that it cannot read, values that do not fit, and keys set twice. */
import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import { GIT_COMMANDS, gitCall, linesOf, plainOperands } from "./git-call.ts";

const BOOLEANS = "true false yes no on off".split(" ");

const badLine = rule({
  name: "git-bad-config-line",
  title: "A line of git's configuration cannot be read",
  sees(view) {
    const [, line, file] =
      firstMatch(view, /^fatal: bad config line (\d{1,6}) in file (\S.{0,250})$/) ?? [];
    return gitCall(view) === null || file === undefined ? null : { line: Number(line), file };
  },
  async repair({ line, file }, _view, ask) {
    // Of settings outside of the project only a harmless part is shown, with other line numbers.
    const text = file.startsWith("/") || file.startsWith("~") ? null : await ask.read(file);
    const lines = text?.split("\n") ?? [];
    // git counts a line behind the one that is not closed.
    const at = [line, line - 1].find((one) => /^\s*\[[^\]]*$/.test(lines[one - 1] ?? ""));
    const shown = (lines[(at ?? line) - 1] ?? "").trim().slice(0, 100);
    if (text === null)
      return advice(
        `git cannot read line ${line} of ${file}, or the line before it: a line there is [section], with both brackets, key = value, or a comment after #.`,
      );
    return {
      explanation:
        at === undefined
          ? `git cannot read line ${line} of ${file}: ${shown === "" ? "(empty)" : shown}. A line there is [section], key = value, or a comment after #.`
          : `Line ${at} of ${file} has no closing bracket: ${shown} should be ${shown}].`,
    };
  },
});

const settings = named({
  name: "git-bad-setting",
  title: "A setting of git has a value that does not fit",
  isAbout: (view) => gitCall(view) !== null,
  cases: [
    {
      says: /^fatal: bad (boolean|numeric) config value '([^'\n]{0,100})' for '([\w.-]{1,100})'/,
      tells([, kind, value = "", key = ""]) {
        const meant = kind === "boolean" ? nearest(value, BOOLEANS) : null;
        const fits = kind === "boolean" ? "true or false" : "a number";
        return `The setting ${key} is ${value === "" ? "empty" : value}, and it takes ${fits}${meant === null ? "" : ` (${meant} is close)`}. Set it again: git config ${key} ${kind === "boolean" ? "true" : "NUMBER"}; git config --show-origin ${key} says which file has it.`;
      },
    },
    {
      says: /^expansion of alias '([\w-]{1,60})' failed; '([\w-]{1,60})' is not a git command$/,
      tells([, alias = "", command = ""]) {
        const meant = nearest(command, GIT_COMMANDS);
        return meant === null
          ? `The alias ${alias} stands for git ${command}, which does not exist. Set it again: git config --global alias.${alias} COMMAND.`
          : `The alias ${alias} stands for ${command}, which is misspelt: git config --global alias.${alias} ${meant}.`;
      },
    },
    {
      says: /^error: cannot run ([^:\n]{1,100}): No such file or directory$/,
      tells: ([, editor = ""], view) =>
        hasLine(view, /^error: unable to start editor /)
          ? `git is set to open ${editor} for messages, and there is no such program. Give the message with -m, or set another editor: git config --global core.editor nano.`
          : null,
    },
    {
      says: /^fatal: (CRLF|LF) would be replaced by (?:CRLF|LF) in (.{1,250})$/,
      tells: ([, has, path = ""]) =>
        `${path} has ${has === "CRLF" ? "Windows line endings (CRLF)" : "Unix line endings (LF)"}, and core.safecrlf refuses to convert them. Convert the file yourself${has === "CRLF" ? ` (sed -i 's/\\r$//' ${quoteWord(path)})` : ""}, or allow it: git config core.safecrlf warn.`,
    },
    {
      says: /^error: could not lock config file (.{1,250}): (?:Permission denied|File exists)$/,
      tells: ([said, path = ""]) =>
        /File exists$/.test(said)
          ? `${path}.lock exists: another git changes this file, or one was interrupted. If none runs, delete ${path}.lock.`
          : `You may not write ${path}: without --system, or with --global, git writes your own file.`,
    },
  ],
});

const severalValues = rule({
  name: "git-several-values",
  title: "A setting has several values",
  sees(view) {
    const git = gitCall(view, "config");
    const isRefused = hasLine(
      view,
      /^error: cannot overwrite multiple values with a single value$/,
    );
    const [key] = git === null ? [] : plainOperands(git);
    return git === null || !isRefused || key?.value == null ? null : { git, key: key.value };
  },
  async repair({ git, key }, view, ask) {
    const values = linesOf(await ask.ask("git", "config", "--get-all", key));
    const now = values.length === 0 ? "" : `: ${values.slice(0, 6).join(", ")}`;
    return unproved(
      insertAfter(view, git.verb, "--replace-all"),
      "it deletes the other values",
      `${key} has several values${now}. --replace-all sets one instead of all of them; --add would add another.`,
    );
  },
});

/** `git config --get user.nme` prints nothing at all. */
const unknownKey = rule({
  name: "git-unknown-key",
  title: "A setting that is not set",
  sees(view) {
    const git = gitCall(view, "config");
    const words = git === null ? [] : plainOperands(git);
    const key = words.length === 1 ? words[0]?.value : null;
    const isAsked = git?.operands.every(({ raw }) =>
      /^--(?:get|global|local|system)$|^[\w.-]+$/.test(raw),
    );
    const isSilent = view.lines.every((line) => line.trim() === "");
    const [word] = words;
    return key == null || word === undefined || !isAsked || !isSilent || !key.includes(".")
      ? null
      : { key, word };
  },
  async repair({ key, word }, view, ask) {
    const known = linesOf(await ask.ask("git", "config", "--list", "--name-only"));
    const meant = nearest(key, known);
    if (known.includes(key.toLowerCase())) return null;
    return meant === null
      ? {
          explanation: `${key} is not set. git config --list shows what is; git config ${quoteWord(key)} VALUE sets it.`,
        }
      : corrected(
          view.command.slice(0, word.start) + quoteWord(meant) + view.command.slice(word.end),
          `There is no setting ${key}; the closest that is set is ${meant}.`,
        );
  },
});

export const gitSettings: readonly Rule[] = [badLine, settings, severalValues, unknownKey];
