/** The repository itself: not found, of another user, locked, empty, or incomplete. */
import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { named } from "../named.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";
import { askGit, gitCall } from "./git-call.ts";

const notARepository = rule({
  name: "git-repository-below",
  title: "git runs outside the repository",
  sees(view) {
    const call = callOf(view, "git");
    const isOutside = hasLine(view, /^fatal: not a git repository \(or any /);
    return call !== null && isOutside ? { call } : null;
  },
  async repair({ call }, view, ask) {
    const git = gitCall(view);
    if (git?.directory !== "") return null;
    const output = await ask.ask("find", ".", "-maxdepth", "3", "-name", ".git", "-prune");
    if (output === null) return null;
    const found = output.split("\n").filter((line) => line.endsWith("/.git"));
    const [only] = found;
    if (only === undefined) {
      return advice(
        "This directory is in no git repository. cd into one, git clone one, or start one here with git init.",
      );
    }
    if (found.includes("./.git")) return damagedHere(ask);
    const names = found.map((path) => path.slice(2, -"/.git".length));
    if (found.length > 1) {
      return advice(
        `This directory is in no git repository; there are several below it: ${names.slice(0, 8).join(", ")}. cd into one of them.`,
      );
    }
    const directory = names[0] ?? "";
    return corrected(
      insertAfter(view, call.program, `-C ${quotedPath(directory)}`),
      `This directory is not in a repository; the only repository below it is ${directory}.`,
    );
  },
});

/** `.git` is here, and git does not take it for a repository. */
async function damagedHere(ask: Investigator): Promise<Answer | null> {
  const head = await ask.read(".git/HEAD");
  if (head === null) return null;
  const isHead = /^(?:ref: refs\/\S{1,200}|[0-9a-f]{40,64})\s*$/.test(head);
  if (isHead) return null;
  const branches = await ask.ask("find", ".git/refs/heads", "-type", "f");
  const names = (branches ?? "")
    .split("\n")
    .flatMap((line) => /^\.git\/refs\/heads\/([\w./+-]{1,100})$/.exec(line)?.[1] ?? []);
  const [only = "main"] = names;
  const known = names.length === 0 ? "" : ` (branches here: ${names.slice(0, 6).join(", ")})`;
  return advice(
    `There is a .git here, but .git/HEAD is ${head.trim() === "" ? "empty" : "damaged"}, so git does not take it for a repository. It should name the current branch${known}: echo 'ref: refs/heads/${only}' > .git/HEAD.`,
  );
}

const dubiousOwnership = rule({
  name: "git-dubious-ownership",
  title: "The repository belongs to another user",
  sees(view) {
    const call = callOf(view, "git");
    const path = firstMatch(
      view,
      /^fatal: detected dubious ownership in repository at '([^'\n]{1,300})'$/,
    )?.[1];
    return call === null || path === undefined || path === "*" ? null : { call, path };
  },
  // git runs programs that the settings of a repository name, so only the person may trust it.
  repair: ({ call, path }, view) =>
    unproved(
      insertAfter(view, call.program, `-c ${quoteWord(`safe.directory=${path}`)}`),
      "git would run what the settings of that repository name, and only you know whose it is",
      `${path} belongs to another user, so git does not trust it. If you trust that user, this allows it for this one command.`,
    ),
});

const leftLock = rule({
  name: "git-left-lock",
  title: "Stale git lock file",
  sees(view) {
    const path = firstMatch(
      view,
      /^fatal: Unable to create '([^']{1,300}\.lock)': File exists\.$/,
    )?.[1];
    const [, inside] =
      /(?:^|\/)(\.git\/(?:[\w.-]{1,60}\/){0,6}[\w.-]{1,60}\.lock)$/.exec(path ?? "") ?? [];
    return inside === undefined ? null : { inside };
  },
  async repair({ inside }, view, ask) {
    if (gitCall(view)?.directory !== "") return null;
    // A running git holds its lock for seconds.
    const old = await ask.ask("find", inside, "-maxdepth", "0", "-type", "f", "-mmin", "+1");
    if (old === null) return null;
    if (old.trim() !== inside) {
      return advice(
        `${inside} was made less than a minute ago: another git may be at work, in an editor or another terminal. Wait until it is done; if none runs, delete ${inside}.`,
      );
    }
    return {
      shell: `rm -f ${quotedPath(inside)}`,
      explanation: `${inside} is more than a minute old: a stale lock, left by a git process that was interrupted; this removes it.`,
    };
  },
});

const noCommits = rule({
  name: "git-no-commits",
  title: "The repository has no commit yet",
  sees(view) {
    const git = gitCall(view);
    const isEmpty = hasLine(
      view,
      /^fatal: your current branch '[^'\n]{1,100}' does not have any commits yet$/,
      /^fatal: ambiguous argument 'HEAD': unknown revision/,
      /^fatal: (?:bad revision|[Nn]ot a valid object name:?) '(?:HEAD|main|master)'$/,
      /^error: src refspec (?:HEAD|main|master) does not match any/,
      /^fatal: You are on a branch yet to be born/,
      /^You do not have the initial commit yet$/,
    );
    return git !== null && isEmpty ? { git } : null;
  },
  async repair({ git }, _view, ask) {
    const refs = await askGit(git, ask, "for-each-ref", "--count=1", "--format=%(refname)");
    if (refs === null || refs.trim() !== "") return null;
    return advice(
      "This repository has no commit yet, so there is nothing to show, branch from or push. Make the first one: git add FILES, then git commit.",
    );
  },
});

const incomplete = named({
  name: "git-incomplete",
  title: "A part of the repository or of git is missing",
  isAbout: (view) => gitCall(view) !== null,
  cases: [
    {
      says: /^git: 'lfs' is not a git command/,
      tells: () =>
        "Git LFS is not installed: install the package git-lfs, then run git lfs install once.",
    },
    {
      says: /(?:git-lfs(?: filter-process| smudge[^:]{0,100})?: (?:command )?not found|This repository is configured for Git LFS but 'git-lfs' was not found)/,
      tells: () =>
        "The repository keeps large files in Git LFS, which is not installed: install the package git-lfs, run git lfs install, then try again.",
    },
    {
      says: /^fatal: (?:error in object|shallow file has changed|attempt to fetch\/clone from a shallow repository)/,
      tells: () => "This clone is shallow: git fetch --unshallow gets the rest of the history.",
    },
    {
      says: /^(?:error|fatal): (?:\S{0,200}index(?:\.lock)?: )?(?:index file (?:smaller than expected|corrupt)|bad (?:index file sha1 )?signature)/,
      tells: () =>
        "git's index is damaged, as after a crash or a full disk. It can be made again from the last commit, and your files stay as they are: mv .git/index .git/index.damaged, then git reset.",
    },
    {
      says: /^(?:error|fatal): (?:object file \S{1,200} is empty|loose object [0-9a-f]{40,64} \(stored in \S{1,200}\) is corrupt|unable to read (?:tree|sha1 file of) )/,
      tells: () =>
        "An object in .git is damaged or missing, as after a crash or a full disk. Keep a copy of the directory first; then git fsck --full lists what is damaged, and a fresh clone or git fetch brings back what was pushed.",
    },
    {
      says: /^fatal: no submodule mapping found in \.gitmodules for path '([^'\n]{1,200})'/,
      tells: ([, path]) =>
        `${path} is recorded as a submodule, but .gitmodules does not say where it comes from. Add its URL there, or git rm --cached it.`,
    },
  ],
});

export const repository: readonly Rule[] = [
  notARepository,
  dubiousOwnership,
  leftLock,
  noCommits,
  incomplete,
];
