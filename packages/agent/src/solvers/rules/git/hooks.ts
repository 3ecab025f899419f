/**
 * Hooks that stop a commit or a push. The cause is what the hook printed, so that is repeated, with
 * the file and the line that it names; nobody is told to skip the hook.
 */
import type { Investigator } from "../investigator.ts";
import { quotedPath } from "../quote.ts";
import { advice, type Rule, rule } from "../rule.ts";
import { firstMatch, hasLine, type View } from "../view.ts";
import { askGit, type GitCall, gitCall, hasFlag, linesOf } from "./git-call.ts";

/** git's own reasons for making no commit; without one of them, a hook stopped it. */
const OWN_REASONS = [
  /^(?:fatal|error|usage|Fehler|Schwerwiegend|erreur|errore|fallo|błąd|fel|ошибка|错误|致命错误)\s?[:：]/i,
  /^\*\*\* /,
  /^(?:nothing|no changes) (?:added )?to commit/,
  /^nothing added to commit/,
  /^Aborting commit/,
  /^On branch /,
];
const HOOKS = ["pre-commit", "prepare-commit-msg", "commit-msg"];
const MAX_LINES = 4;
const MAX_LINE = 160;
/** What says why, among lines that only tell what was done. */
const TELLING =
  /\b(?:errors?|fail(?:ed|ure|s)?|forbidden|not allowed|must|missing|cannot|can't|denied|invalid|not found|too long|should|refus\w+|found)\b|^\S{1,150}:\d{1,6}(?::|\b)/i;
/** What git or a runner of hooks adds. */
const FRAME =
  /^(?:error: failed to push some refs|husky - |To |hint: |- (?:hook id|exit code|duration): )|\.{3,}(?:Passed|Skipped|\(no files to check\)Skipped)$/;

const failingHook = rule({
  name: "git-failing-hook",
  title: "A hook stops the commit",
  sees(view) {
    const git = gitCall(view, "commit");
    if (git === null || git.directory !== "") return null;
    const known = hookOf(view);
    if (known !== null) return { known, git };
    return hasLine(view, ...OWN_REASONS) ? null : { known: null, git };
  },
  async repair({ known, git }, view, ask) {
    const hooks = known === null ? await hooksIn(git, ask) : [];
    const name = known ?? hookNames(hooks);
    if (name === null) return null;
    const isOfMessage = hooks.length > 0 && hooks.every((hook) => /msg$/.test(hook));
    const again = isOfMessage
      ? "Correct the message and commit again."
      : "Correct that, git add the file and commit again.";
    return advice(
      `${name} stopped the commit; nothing was committed. ${said(view, hooks[0], again)}`,
    );
  },
});

const failingPushHook = rule({
  name: "git-failing-push-hook",
  title: "A hook stops the push",
  sees(view) {
    const git = gitCall(view, "push");
    const isSaid = hasLine(view, /^error: failed to push some refs to '/);
    const isRejected = hasLine(view, /^ ! \[/, /^error: src refspec /, /^fatal: /, /^remote: /);
    return git === null || !isSaid || isRejected || git.directory !== "" ? null : { git };
  },
  async repair({ git }, view, ask) {
    const [hook] = await present(git, ask, ["pre-push"]);
    return hook === undefined
      ? null
      : advice(
          `The hook ${hook} stopped the push; nothing was pushed. ${said(view, hook, "Correct that and push again.")}`,
        );
  },
});

/** What the hook printed, and what to do then. */
function said(view: View, hook: string | undefined, again: string): string {
  const printed = view.lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !FRAME.test(line));
  if (printed.length === 0) {
    const look = hook === undefined ? "" : ` Read what it checks: cat ${quotedPath(hook)}.`;
    return `It printed nothing.${look}`;
  }
  const [, line, program] =
    firstMatch(
      view,
      /^\S{0,200}(?:hooks|\.husky)\/[\w./-]{1,60}: (?:line )?(\d{1,5}): ([\w./+-]{1,60}): (?:command )?not found$/,
    ) ?? [];
  if (program !== undefined) {
    return `Line ${line} of it calls ${program}, which is not installed or misspelt: install it, or correct the hook.`;
  }
  const telling = printed.filter((one) => TELLING.test(one));
  const shown = (telling.length > 0 ? telling : printed).slice(-MAX_LINES);
  return `It says: ${shown.map((one) => one.slice(0, MAX_LINE)).join(" | ")}. ${again}`;
}

/** The tools that run hooks name the one that failed. */
function hookOf(view: View): string | null {
  const husky = firstMatch(view, /^husky - ([a-z-]{3,30}) (?:hook|script) (?:exited|failed)/)?.[1];
  if (husky !== undefined) return `The ${husky} hook of husky`;
  const own = firstMatch(
    view,
    /^((?:[\w.-]{1,60}\/){0,6}(?:hooks|\.husky)\/(?:pre-commit|commit-msg|prepare-commit-msg)): (?:line )?\d{1,5}: /,
  )?.[1];
  if (own !== undefined) return `The hook ${own}`;
  const failed = view.lines.flatMap((line, at) =>
    /\.{3,200}Failed$/.test(line)
      ? (/^- hook id: ([\w-]{1,60})$/.exec(view.lines[at + 1] ?? "")?.[1] ?? [])
      : [],
  );
  return failed.length === 0 ? null : `pre-commit's hook ${failed.join(", ")}`;
}

function hookNames(hooks: readonly string[]): string | null {
  if (hooks.length === 0) return null;
  return hooks.length === 1 ? `The hook ${hooks[0]}` : `A hook (${hooks.join(" or ")})`;
}

/** In any language, git has nothing to commit where nothing has changed. */
async function hooksIn(git: GitCall, ask: Investigator): Promise<readonly string[]> {
  const changed = linesOf(await askGit(git, ask, "status", "--porcelain", "--untracked-files=no"));
  if (changed.length === 0 && !hasFlag(git, "--allow-empty", "--amend")) return [];
  return present(git, ask, HOOKS);
}

async function present(
  git: GitCall,
  ask: Investigator,
  names: readonly string[],
): Promise<readonly string[]> {
  const [own] = linesOf(await askGit(git, ask, "config", "--get", "core.hooksPath"));
  const isInside = own !== undefined && /^[\w.][\w./-]{0,150}$/.test(own);
  const folders = own === undefined ? [".git/hooks", ".husky"] : isInside ? [own] : [];
  const places = folders.flatMap((folder) =>
    names.map((name) => `${folder.replace(/\/$/, "")}/${name}`),
  );
  if (places.length === 0) return [];
  const found = await ask.ask("find", ...places, "-maxdepth", "0", "-perm", "-u+x");
  return linesOf(found).filter((line) => places.includes(line));
}

const hookNotRun = rule({
  name: "git-hook-not-run",
  title: "A hook cannot be started",
  sees(view) {
    const path = firstMatch(
      view,
      /^(?:fatal|error): cannot (?:run|exec) '?([\w./-]{1,200}\/(?:pre|post|commit|prepare|update)[\w-]{0,30})'?: /,
    )?.[1];
    return gitCall(view) === null || path === undefined ? null : { path };
  },
  async repair({ path }, _view, ask) {
    const text = await ask.read(path);
    const [, interpreter, end] = /^#!\s?([\w./ +-]{1,150}?)(\r?)(?:\n|$)/.exec(text ?? "") ?? [];
    if (interpreter === undefined) return null;
    return advice(
      end === "\r"
        ? `The hook ${path} has Windows line endings (CRLF), so its interpreter is not found: sed -i 's/\\r$//' ${quotedPath(path)}.`
        : `The hook ${path} starts with #!${interpreter}, and there is no such program here. Correct its first line.`,
    );
  },
});

export const gitHooks: readonly Rule[] = [hookNotRun, failingHook, failingPushHook];
