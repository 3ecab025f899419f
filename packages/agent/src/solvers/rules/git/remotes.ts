/** Remotes by name, and clones. */
import { quoteWord } from "@bazaar/work";
import { appendTo, replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch } from "../view.ts";
import { askGit, BRANCH, gitCall, linesOf, plainOperands } from "./git-call.ts";

const EXISTS = new RegExp(`^(?:error|fatal): remote (${BRANCH}) already exists\\.$`);

const remoteExists = rule({
  name: "git-remote-exists",
  title: "The remote to add exists",
  sees(view) {
    const name = firstMatch(view, EXISTS)?.[1];
    const git = gitCall(view, "remote");
    const [add] = git?.operands ?? [];
    return name === undefined || add?.value !== "add" || git?.operands.length !== 3
      ? null
      : { git, name, add };
  },
  async repair({ git, name, add }, view, ask) {
    const now = (await askGit(git, ask, "remote", "get-url", name))?.trim();
    const url = git.operands[2]?.value;
    if (now !== undefined && now === url) {
      return advice(
        `The remote ${name} exists already and has this URL: nothing needs to be done.`,
      );
    }
    const was = now === undefined ? "" : ` It is ${now} now.`;
    return corrected(
      replaceWord(view, add, "set-url"),
      `The remote ${name} exists; set-url changes its URL.${was}`,
    );
  },
});

const UNKNOWN = [
  new RegExp(`^fatal: '(${BRANCH})' does not appear to be a git repository$`),
  new RegExp(`^error: No such remote:? '(${BRANCH})'$`),
  new RegExp(`^fatal: No such remote:? '(${BRANCH})'$`),
];

const unknownRemote = rule({
  name: "git-unknown-remote",
  title: "Mistyped remote",
  sees(view) {
    const git = gitCall(view, "push", "pull", "fetch", "remote", "ls-remote");
    const typed = firstMatch(view, ...UNKNOWN)?.[1];
    const word = git?.operands.find(({ value }) => value === typed);
    return git === null || typed === undefined || word === undefined ? null : { git, typed, word };
  },
  async repair({ git, typed, word }, view, ask) {
    const output = await askGit(git, ask, "remote");
    if (output === null) return null;
    const remotes = linesOf(output);
    if (remotes.includes(typed)) return null;
    const meant = nearest(typed, remotes);
    if (meant === null) return advice(noRemote(typed, remotes));
    const command = replaceWord(view, word, quoteWord(meant));
    const explanation = `There is no remote ${typed}; the closest is ${meant}.`;
    const [action] = plainOperands(git);
    const isRemoval = git.verb.value === "remote" && ["remove", "rm"].includes(action?.raw ?? "");
    return isRemoval
      ? unproved(command, "it removes a remote", explanation)
      : corrected(command, explanation);
  },
});

function noRemote(typed: string, remotes: readonly string[]): string {
  return remotes.length === 0
    ? `There is no remote ${typed}, and no other one: git remote add ${quoteWord(typed)} URL adds it.`
    : `There is no remote ${typed}; there is ${remotes.join(", ")}.`;
}

const cloneExists = rule({
  name: "git-clone-exists",
  title: "The directory to clone into exists",
  sees(view) {
    const git = gitCall(view, "clone");
    const path = firstMatch(
      view,
      /^fatal: destination path '([^'\n]{1,200})' already exists and is not an empty directory\.$/,
    )?.[1];
    return git === null || path === undefined ? null : { git, path };
  },
  async repair({ git, path }, view, ask) {
    const [isClone] = await ask.existing(`${path}/.git`);
    const inside = isClone === undefined ? "It is not a clone." : "It is a repository already:";
    const pull =
      isClone === undefined ? "" : ` git -C ${quoteWord(path)} pull brings it up to date.`;
    const given = plainOperands(git);
    const other =
      given.length === 1 ? `, for example ${appendTo(view, git.call, quoteWord(`${path}-2`))}` : "";
    return advice(
      `There is a directory ${path} with files in it. ${inside}${pull} Otherwise clone under another name${other}.`,
    );
  },
});

export const remotes: readonly Rule[] = [remoteExists, unknownRemote, cloneExists];
