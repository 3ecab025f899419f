/**
 * A branch, tag or commit that does not exist: mistyped, of a remote, or not created yet.
 *
 * Which refs exist is asked of the repository. A command that deletes or discards something is only
 * hinted at: nobody else can know what may go.
 */
import { quoteWord } from "@bazaar/work";
import { insertAfter, replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { type Answer, advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, hasLine, type View } from "../view.ts";
import { askGit, type GitCall, gitCall, hasFlag, linesOf, plainOperands } from "./git-call.ts";
import { meantRef, type Refs, refsOf, trackedAs } from "./refs.ts";

const NAME = "([\\w@^~{}./+:#-]{1,150})";
const SAID = [
  `^error: pathspec '${NAME}' did not match any file\\(s\\) known to git`,
  `^fatal: invalid reference: ${NAME}$`,
  `^merge: ${NAME} - not something we can merge$`,
  `^fatal: invalid upstream '${NAME}'$`,
  `^fatal: ambiguous argument '${NAME}': unknown revision or path`,
  `^fatal: (?:bad revision|invalid object name) '${NAME}'\\.?$`,
  `^error: src refspec ${NAME} does not match any`,
  `^fatal: [Nn]ot a valid object name:? '?${NAME}'?\\.?$`,
  `^fatal: '${NAME}' is not a commit and a branch `,
  `^error: (?:branch|tag) '${NAME}' not found`,
  `^fatal: [Cc]ouldn't find remote ref (?:refs/heads/)?${NAME}$`,
  `^(?:fatal|error): the requested upstream branch '${NAME}' does not exist`,
  `^fatal: Failed to resolve '${NAME}' as a valid ref\\.?$`,
].map((pattern) => new RegExp(pattern));
const VERBS =
  "checkout switch merge rebase log diff show reset cherry-pick revert branch tag push pull fetch worktree describe rev-parse rev-list shortlog cherry difftool range-diff format-patch merge-base archive bisect";
/** Where a remote branch serves as well as a local one. */
const READS = new Set("merge rebase log diff show cherry-pick shortlog range-diff".split(" "));
/** What makes a local branch of the only remote one of that name. */
const FOLLOWS = new Set(["checkout", "switch"]);

interface Unknown {
  readonly git: GitCall;
  readonly word: Word;
  readonly typed: string;
}

function unknownRef(view: View): Unknown | null {
  const git = gitCall(view, ...VERBS.split(" "));
  if (git === null) return null;
  const typed = firstMatch(view, ...SAID)?.[1];
  const words = git.operands.filter(({ raw }) => !raw.startsWith("-") || raw.includes("="));
  const word =
    typed === undefined
      ? quotedOperand(view, plainOperands(git))
      : words.find(({ value }) => value?.split(/[:+=]/).includes(typed));
  const whole = words.find(({ value }) => value === typed) ?? word;
  return whole?.value == null ? null : { git, word: whole, typed: typed ?? whole.value };
}

/** In another language: the only operand, if the first line quotes it. */
function quotedOperand({ lines }: View, operands: readonly Word[]): Word | undefined {
  const [only, other] = operands;
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (only?.value == null || other !== undefined || only.value.length < 3) return undefined;
  const isError = /^\p{L}{1,20}(?: \p{L}{1,20})?\s?[:：]/u.test(first);
  const after = first.split(only.value);
  const isQuoted = after.length === 2 && !/[\w/.-]$/.test(after[0] ?? "");
  return isError && isQuoted && !/^[\w/.-]/.test(after[1] ?? "") ? only : undefined;
}

/** The unknown part of a range or of `name~2`, and how to put another one in its place. */
function unknownPart(typed: string, refs: Refs): { part: string; with: (name: string) => string } {
  const known = new Set([...refs.branches, ...refs.remote, ...refs.tags, "HEAD", "@", ""]);
  for (const side of typed.split(/\.{2,3}/)) {
    const [part = ""] = side.split(/[~^:]|@\{/);
    if (known.has(part)) continue;
    const at = typed.indexOf(side);
    const rest = typed.slice(at + part.length);
    return { part, with: (name) => typed.slice(0, at) + name + rest };
  }
  return { part: "", with: () => typed };
}

const mistypedRef = rule({
  name: "git-mistyped-ref",
  title: "Mistyped branch, tag or commit",
  sees: unknownRef,
  async repair({ git, word, typed }, view, ask) {
    const refs = await refsOf(git, ask);
    if (refs === null) return null;
    const { part, with: put } = unknownPart(typed, refs);
    if (part === "") return tooFarBack(typed, git, ask);
    const isRemote = ["pull", "fetch"].includes(git.verb.value ?? "");
    const meant = isRemote ? meantOfRemote(part, git, refs) : meantOf(part, git, refs);
    if (meant === null) return null;
    const text = quoteWord((word.value ?? "").replace(typed, () => put(meant)));
    return careful(
      git,
      replaceWord(view, word, text),
      `There is no ${part} in this repository; the closest is ${meant}.`,
    );
  },
});

function meantOf(part: string, git: GitCall, refs: Refs): string | null {
  const near = meantRef(part, refs);
  if (near !== null) return near;
  const verb = git.verb.value ?? "";
  if (READS.has(verb)) return trackedAs(part, refs);
  return FOLLOWS.has(verb) ? meantRef(part, followed(refs)) : null;
}

/** The branches of remotes that become local ones when they are checked out by their own name. */
function followed(refs: Refs): Refs {
  const names = refs.remote.map((name) => name.slice(name.indexOf("/") + 1));
  const branches = names.filter((name) => trackedAs(name, refs) !== null);
  return { branches, remote: [], tags: [] };
}

/** Names of remote branches, as a remote knows them. */
function meantOfRemote(part: string, git: GitCall, refs: Refs): string | null {
  const remote = `${plainOperands(git)[0]?.value}/`;
  const branches = refs.remote
    .filter((name) => name.startsWith(remote))
    .map((name) => name.slice(remote.length));
  return meantRef(part, { branches, remote: [], tags: [] });
}

/** A correction, or only a hint where the command destroys something: a reset is not offered. */
function careful(git: GitCall, command: string, explanation: string): Answer {
  const verb = git.verb.value ?? "";
  if (verb === "reset" && hasFlag(git, "--hard", "--merge", "--keep")) {
    return advice(
      `${explanation} ${command} discards uncommitted edits: commit or stash them first.`,
    );
  }
  const deletes = hasFlag(git, "-d", "-D", "--delete", "-M", "-f", "--force", "--force-with-lease");
  const isDeleting = deletes && ["branch", "tag", "push", "checkout", "switch"].includes(verb);
  return isDeleting
    ? unproved(command, "it deletes or overwrites something", explanation)
    : corrected(command, explanation);
}

async function tooFarBack(typed: string, git: GitCall, ask: Investigator): Promise<Answer | null> {
  const [, number, marks] =
    /^(?:HEAD|@)(?:~(\d{1,6})|([~^]{1,50}))(?:\.\.\S{0,20})?$/.exec(typed) ?? [];
  const steps = Number(number ?? marks?.length ?? Number.NaN);
  const count = Number(await askGit(git, ask, "rev-list", "--count", "--first-parent", "HEAD"));
  if (!(count > 0) || !(steps >= count)) return null;
  return advice(
    `${typed} does not exist: this branch has ${count} ${count === 1 ? "commit" : "commits"}, so HEAD~${count - 1} is the oldest.`,
  );
}

const remoteBranch = rule({
  name: "git-remote-branch",
  title: "git switch with a remote branch, a tag or a commit",
  sees(view) {
    const git = gitCall(view, "switch");
    const [, kind, name] =
      firstMatch(
        view,
        /^fatal: a branch is expected, got (remote branch|tag|commit) '(\S{1,150})'/,
      ) ?? [];
    const word = git?.operands.find(({ value }) => value === name);
    if (git === null || name === undefined || word === undefined) return null;
    return { git, word, name, isRemote: kind === "remote branch" };
  },
  async repair({ git, word, name, isRemote }, view, ask) {
    if (!isRemote) {
      return corrected(
        insertAfter(view, git.verb, "--detach"),
        `${name} is not a branch; --detach looks at its commit without a branch.`,
      );
    }
    const local = name.slice(name.indexOf("/") + 1);
    const refs = await refsOf(git, ask);
    if (refs === null) return null;
    if (!refs.branches.includes(local) && trackedAs(local, refs) === null) {
      return corrected(
        replaceWord(view, word, `--track ${quoteWord(name)}`),
        `${name} is a remote branch; --track makes a local one that follows it.`,
      );
    }
    return corrected(
      replaceWord(view, word, quoteWord(local)),
      refs.branches.includes(local)
        ? `${name} is a remote branch; ${local} is the local one.`
        : `${name} is a remote branch; git switch ${local} makes a local one that follows it.`,
    );
  },
});

const newBranch = rule({
  name: "git-new-branch",
  title: "The branch does not exist yet",
  sees(view) {
    const git = gitCall(view, "checkout", "switch");
    const found = unknownRef(view);
    if (git === null || found === null || git.operands.length !== 1) return null;
    return /^[A-Za-z][\w/.+#-]{1,100}$/.test(found.typed) && found.word.value === found.typed
      ? { git, name: found.typed }
      : null;
  },
  async repair({ git, name }, view, ask) {
    const refs = await refsOf(git, ask);
    if (refs === null || refs.branches.length === 0 || meantOf(name, git, refs) !== null)
      return null;
    if (hasLine(view, /matched multiple/) || refs.remote.some((one) => one.endsWith(`/${name}`))) {
      return null;
    }
    const flag = git.verb.value === "switch" ? "-c" : "-b";
    const command = insertAfter(view, git.verb, flag);
    const remotes = linesOf(await askGit(git, ask, "remote"));
    // A path, or the beginning of one.
    const isFile = /\.\w{1,5}$/.test(name) || (await isTracked(name, git, ask));
    if (isFile) return null;
    if (remotes.length === 0) {
      return corrected(command, `There is no branch ${name}; ${flag} creates it.`);
    }
    return advice(
      [
        `There is no branch ${name} here, and none was fetched from ${remotes.join(", ")}.`,
        `If it is new: ${command}. If somebody pushed it: git fetch, then ${view.command}.`,
      ].join(" "),
    );
  },
});

async function isTracked(name: string, git: GitCall, ask: Investigator): Promise<boolean> {
  const [first = ""] = name.split("/");
  const listed = await askGit(git, ask, "ls-files", "--", first);
  return name.includes("/") && linesOf(listed).length > 0;
}

const severalRemotes = rule({
  name: "git-several-remotes",
  title: "Several remotes have the branch",
  sees(view) {
    const git = gitCall(view, "checkout", "switch");
    const name = firstMatch(
      view,
      /^fatal: '([\w./+@#-]{1,100})' matched multiple \(\d{1,3}\) remote tracking branches/,
    )?.[1];
    return git === null || name === undefined ? null : { git, name };
  },
  async repair({ git, name }, _view, ask) {
    const refs = await refsOf(git, ask);
    const found = refs?.remote.filter((one) => one.slice(one.indexOf("/") + 1) === name) ?? [];
    if (found.length < 2) return null;
    const commands = found.map((one) => `git ${git.verb.raw} --track ${quoteWord(one)}`);
    return advice(`Several remotes have a branch ${name}: choose with ${commands.join(" or ")}.`);
  },
});

export const unknownRefs: readonly Rule[] = [mistypedRef, remoteBranch, severalRemotes, newBranch];
