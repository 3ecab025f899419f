/** Remotes by name, and clones. */

import { quoteWord } from "@bazaar/work";
import { appendTo, replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
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
    : `There is no remote ${typed}; there is ${remotes.join(", ")}. git remote add ${quoteWord(typed)} URL adds it.`;
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
    const [clone] = await ask.existing(`${path}/.git`);
    const name = quoteWord(path);
    const other =
      plainOperands(git).length === 1
        ? `, for example ${appendTo(view, git.call, quoteWord(`${path}-2`))}`
        : "";
    return advice(
      clone === undefined
        ? `There is a directory ${path} with files in it, and it is not a repository. Clone under another name${other}.`
        : `${path} is a repository already: git -C ${name} pull brings it up to date. To have a second one, clone under another name${other}.`,
    );
  },
});

const SCHEMES = ["https", "http", "ssh", "git", "file"];

const addressSlip = rule({
  name: "git-address-slip",
  title: "The address of a repository is mistyped",
  sees(view) {
    const git = gitCall(view, "clone", "fetch", "pull", "push", "ls-remote");
    const scheme = firstMatch(
      view,
      /^fatal: [Uu]nable to find remote helper for '([a-z]{2,12})'/,
      /^git: 'remote-([a-z]{2,12})' is not a git command/,
    )?.[1];
    const path = firstMatch(
      view,
      /^fatal: repository '(git@[\w.-]{1,80}\/[\w./-]{1,150})' does not exist$/,
    )?.[1];
    const word = git?.operands.find(
      ({ value }) => value != null && (value === path || value.startsWith(`${scheme}:`)),
    );
    return word?.value == null ? null : { word, value: word.value, scheme };
  },
  repair({ word, value, scheme }, view) {
    const meant = scheme === undefined ? null : nearest(scheme, SCHEMES);
    const address =
      scheme === undefined
        ? value.replace("/", ":")
        : `${meant}://${value.slice(scheme.length + 1).replace(/^\/{0,3}/, "")}`;
    if (scheme !== undefined && meant === null) return null;
    return unproved(
      replaceWord(view, word, quoteWord(address)),
      NEEDS_NETWORK,
      scheme === undefined
        ? "The path of a repository at git@… follows after a colon."
        : `git knows no ${scheme}://; it is spelled ${meant}://.`,
    );
  },
});

const loginNeeded = named({
  name: "git-login",
  title: "The remote wants another login",
  isAbout: (view) => gitCall(view, "clone", "fetch", "pull", "push", "ls-remote") !== null,
  cases: [
    {
      says: /^remote: Support for password authentication was removed/,
      tells: () =>
        "The host takes no password over https. Use a personal access token in its place, or the ssh address (git@…) with a key.",
    },
    {
      says: /^fatal: could not read Username for '(https?:\/\/[\w.-]{1,100})'/,
      tells: ([, host]) =>
        `${host} wants a login, and nobody could be asked. Run it in a terminal, set up a credential helper, or use the ssh address. A repository that does not exist is answered the same way: check the address.`,
    },
    {
      says: /^(?:remote: Repository not found\.|ERROR: Repository not found\.)$/,
      tells: () =>
        "The host shows no such repository: the address is misspelt, or it is private and this login may not see it.",
    },
  ],
});

export const remotes: readonly Rule[] = [
  addressSlip,
  loginNeeded,
  remoteExists,
  unknownRemote,
  cloneExists,
];
