/**
 * Why git push refuses. Nothing here ever forces: what others pushed is theirs.
 */
import { quoteWord } from "@bazaar/work";
import { insertAfter } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { named } from "../named.ts";
import { type Answer, advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";
import {
  askGit,
  BRANCH,
  type GitCall,
  gitCall,
  gitText,
  hasFlag,
  hasRemote,
  linesOf,
  plainOperands,
} from "./git-call.ts";

/** Not translated. */
const PROPOSED = new RegExp(`^\\s+git push --set-upstream (${BRANCH}) (${BRANCH})$`);

const noUpstream = rule({
  name: "git-no-upstream",
  title: "The branch has no upstream",
  sees(view) {
    const git = gitCall(view, "push");
    const [, remote, branch] = firstMatch(view, PROPOSED) ?? [];
    if (git === null || remote === undefined || branch === undefined) return null;
    const given = plainOperands(git);
    return given.length === 0 || (given.length === 1 && given[0]?.value === remote)
      ? { git, remote, branch, given: given[0] }
      : null;
  },
  async repair({ git, remote, branch, given }, view, ask) {
    if (!(await hasRemote(git, ask, remote))) return null;
    return corrected(
      given === undefined
        ? insertAfter(view, git.verb, `--set-upstream ${quoteWord(remote)} ${quoteWord(branch)}`)
        : insertAfter(view, given, `--set-upstream ${quoteWord(branch)}`),
      `${branch} has no upstream; this creates one at ${remote}.`,
    );
  },
});

const REJECTED = new RegExp(
  `^ ! \\[rejected\\]\\s{1,30}(${BRANCH}) -> (${BRANCH}) \\((fetch first|non-fast-forward)\\)`,
);

const behind = rule({
  name: "git-push-behind",
  title: "The remote branch has commits that are not here",
  sees(view) {
    const git = gitCall(view, "push");
    const [, from, to, reason] = firstMatch(view, REJECTED) ?? [];
    if (git === null || view.isArgument || from === undefined || to === undefined) return null;
    const isForced = hasFlag(git, "-f", "--force", "--force-with-lease", "--mirror");
    return isForced ? null : { git, from, to, isKnown: reason === "non-fast-forward" };
  },
  async repair({ git, from, to, isKnown }, view, ask) {
    const status = await askGit(git, ask, "status", "--porcelain", "--branch");
    const [head = "", ...changes] = linesOf(status);
    const [, current, upstream] =
      /^## (\S{1,150}?)(?:\.\.\.(\S{1,150}))?(?: \[|$)/.exec(head) ?? [];
    if (status === null || current === undefined) return null;
    if (current !== from) {
      return advice(
        `The remote's ${to} has commits that your ${from} lacks. Check out ${from}, bring them in with git pull --rebase, then push again.`,
      );
    }
    const isOwn = isKnown && upstream !== undefined ? await isRewritten(git, upstream, ask) : false;
    if (isOwn === null) return null;
    if (isOwn) {
      return advice(
        `${upstream} still has commits that you replaced here by an amend, a rebase or a reset, so git refuses to overwrite it. If the old ones are still wanted: git pull --rebase. To replace them at the remote you have to force it yourself (git push --force-with-lease), which is only right if nobody else works on ${to}.`,
      );
    }
    return integrate(git, view.command, { to, isUpstream: isUpstream(git, upstream, to), changes });
  },
});

function isUpstream(git: GitCall, upstream: string | undefined, to: string): boolean {
  const [remote] = plainOperands(git);
  return upstream === `${remote?.value ?? upstream?.split("/")[0]}/${to}`;
}

function integrate(
  git: GitCall,
  command: string,
  { to, isUpstream, changes }: { to: string; isUpstream: boolean; changes: readonly string[] },
): Answer | null {
  const remote = plainOperands(git)[0]?.value ?? "origin";
  const from = isUpstream ? "" : ` ${quoteWord(remote)} ${quoteWord(to)}`;
  const explanation = `Somebody pushed to ${to} first; this puts your commits on top of theirs and pushes again.`;
  const isDirty = changes.some((line) => !line.startsWith("??"));
  return isDirty
    ? unproved(
        `${gitText(git, `pull --rebase --autostash${from}`)} && ${command}`,
        "uncommitted edits are set aside meanwhile",
        explanation,
      )
    : corrected(`${gitText(git, `pull --rebase${from}`)} && ${command}`, explanation);
}

/** Whether the commit at the remote was once checked out here; null if git does not say. */
async function isRewritten(
  git: GitCall,
  upstream: string,
  ask: Investigator,
): Promise<boolean | null> {
  const tip = (await askGit(git, ask, "rev-parse", "--short", upstream))?.trim();
  const own = await askGit(git, ask, "reflog", "-n", "200");
  if (tip === undefined || own === null || !/^[0-9a-f]{4,40}$/.test(tip)) return null;
  return linesOf(own).some((line) => line.startsWith(`${tip} `));
}

/** Nothing is lost: the branch ends in the commit that is checked out. */
const detachedPush = rule({
  name: "git-detached-head",
  title: "HEAD is detached",
  sees(view) {
    const isOff = hasLine(view, /^(?:fatal: )?You are not currently on a branch\.$/);
    const git = gitCall(view, "push", "pull");
    return isOff && git !== null ? { git } : null;
  },
  async repair({ git }, view, ask) {
    const at = await askGit(
      git,
      ask,
      "for-each-ref",
      "--format=%(objectname:short) %(refname:short)",
      "refs/heads",
    );
    const head = (await askGit(git, ask, "rev-parse", "--short", "HEAD"))?.trim();
    if (at === null || head === undefined) return null;
    const [branch, other] = linesOf(at)
      .filter((line) => line.startsWith(`${head} `))
      .map((line) => line.slice(head.length + 1));
    if (branch !== undefined && other === undefined && new RegExp(`^${BRANCH}$`).test(branch)) {
      const change = gitText(git, `switch ${quoteWord(branch)}`);
      return view.isArgument
        ? advice(`HEAD is detached: ${change} first, which ends in the same commit.`)
        : corrected(
            `${change} && ${view.command}`,
            `HEAD is detached; this switches to ${branch}, which ends in the same commit.`,
          );
    }
    if (git.verb.value === "pull") {
      return advice(
        "HEAD is detached, so there is no branch to pull into. Switch to one first: git switch NAME.",
      );
    }
    return advice(
      "HEAD is detached: the commit is on no branch. Give it one with git switch -c NAME, then push that branch: git push -u origin NAME.",
    );
  },
});

const refused = named({
  name: "git-push-refused",
  title: "The remote refuses the push",
  isAbout: (view) => gitCall(view, "push") !== null,
  cases: [
    {
      says: /^ ! \[remote rejected\]\s{1,30}(\S{1,100}) -> (\S{1,100}) \(([^)]{1,80}hook declined)\)/,
      tells([, , to, hook], view) {
        if (hook?.startsWith("protected")) {
          return `${to} is protected at the remote: push another branch (git push origin HEAD:refs/heads/NAME) and open a merge request.`;
        }
        const lines = view.lines.flatMap((line) => /^remote: (.*\S)/.exec(line)?.[1] ?? []);
        const said = lines.slice(-4).map((line) => line.slice(0, 160));
        const words = said.length === 0 ? "It gave no reason." : `It says: ${said.join(" | ")}`;
        return `A hook at the remote refused the push to ${to} (${hook}). ${words}`;
      },
    },
    {
      says: /^ ! \[remote rejected\]\s{1,30}(\S{1,100}) -> (\S{1,100}) \(branch is currently checked out\)/,
      tells: ([, , to]) =>
        `The remote is not a bare repository and has ${to} checked out, so it takes no push to it. Push another branch, or pull from there instead.`,
    },
    {
      says: /^ ! \[rejected\]\s{1,30}(\S{1,100}) -> (\S{1,100}) \(stale info\)/,
      tells: ([, , to]) =>
        `Somebody pushed to ${to} since you last fetched, so --force-with-lease refuses. Run git fetch and look at what came before you overwrite it.`,
    },
    {
      says: /^ ! \[rejected\]\s{1,30}(\S{1,100}) -> (\S{1,100}) \(already exists\)/,
      tells: ([, , to]) =>
        `The remote has a tag ${to} already, on another commit. Use another name; moving a published tag surprises everybody who has it.`,
    },
    {
      says: /^fatal: No configured push destination\./,
      tells: () =>
        "This repository has no remote. Add one: git remote add origin URL, then git push -u origin HEAD.",
    },
    {
      says: /^remote: (?:error: )?(?:GH001: |File )(.{1,120}) (?:is|exceeds) .{0,60}(?:MB|file size limit)/,
      tells: ([, file]) =>
        `${file} is larger than the remote allows. Take it out of the commits (not only of the last one), or use Git LFS.`,
    },
  ],
});

export const pushes: readonly Rule[] = [noUpstream, behind, detachedPush, refused];
