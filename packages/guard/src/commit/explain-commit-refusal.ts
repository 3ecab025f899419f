/** Refusals in sentences for a person: what is wrong, and what to do about it. */
import { type RawPath, shownPath } from "../disk/raw-path.ts";
import { type CommitRefusal, type Conflict, type ConflictReason, canOverwrite } from "./refusal.ts";

const REASONS = {
  appeared: "it was created in the meantime",
  vanished: "it was deleted",
  changed: "it was changed in the meantime",
  changed_inside: "it was changed, and its directory would be deleted",
  added_inside: "it is not of the fix, so its directory stays",
  ref_moved: "its git repository is left as it is, because this moved since:",
  directory_replaced: "its directory was replaced",
  group_changed: "it belongs together with",
} as const satisfies Record<ConflictReason, string>;

/** One line each. */
export function explainCommitRefusal(refusal: CommitRefusal): string[] {
  switch (refusal.code) {
    case "too_many_changes":
      return [`more than ${refusal.limit} changes: run a smaller command`];
    case "too_many_entries":
      return [`more than ${refusal.limit} files to compare: run a smaller command`];
    case "too_deep":
      return [
        `${quoted(refusal.path)} is more than ${refusal.limit} directories deep: remove it first`,
      ];
    case "path_too_long":
      return [`${quoted(refusal.path)} is longer than ${refusal.limit} bytes: use shorter names`];
    case "unreadable_directory":
      return [`${quoted(refusal.path)} cannot be read: run chmod u+rx on it first`];
    case "conflict":
      return [
        "files changed on disk in the meantime; nothing was committed:",
        ...explainConflicts(refusal.conflicts),
      ];
    case "changed_since":
      return changedSince(refusal);
    case "no_such_copy":
      return [`no copy has the number ${JSON.stringify(refusal.number)}; fix recover lists them`];
    case "name_taken":
      return [`${quoted(refusal.path)} exists, and nothing is overwritten: name another path`];
    case "no_directory":
      return [
        `${quoted(refusal.path)} is missing, or a symbolic link leads to it: name another path with --to`,
      ];
    case "not_applied":
      return [`a write failed and everything was rolled back: ${refusal.problem}`];
    case "not_recovered":
      return [
        `an interrupted commit in ${quoted(refusal.made.directory)} could not be reverted and is tried again later: ${refusal.problem}`,
      ];
    case "busy":
      return [
        `another commit is running in ${refusal.stateDirectory}: try again when it has finished`,
      ];
    case "no_lock":
      return [`commits cannot be locked (${refusal.problem}): install util-linux`];
    case "state_not_private":
      return [
        `other users can write to ${JSON.stringify(refusal.directory)}, where commits are stored: make it writable by you only`,
      ];
    case "nothing_to_undo":
      return nothingToUndo(refusal);
    case "later_commit_first":
      return [
        `a later commit, made in ${quoted(refusal.later.directory)}, also changed ${quoted(refusal.path)}:`,
        "  run fix undo there first",
      ];
  }
}

const MAX_ELSEWHERE_SHOWN = 5;

function nothingToUndo({ gone, elsewhere }: Refusal<"nothing_to_undo">): string[] {
  const skipped = gone.map(
    (path) => `skipped a commit made in ${quoted(path)}: the directory is gone`,
  );
  if (elsewhere.length === 0) return [...skipped, "no commit to undo"];
  const places = [...new Set(elsewhere.map(({ directory }) => directory))];
  return [
    ...skipped,
    "no commit to undo in this directory; the latest were made in",
    ...places.slice(0, MAX_ELSEWHERE_SHOWN).map((path) => `  ${quoted(path)}`),
    "run fix undo there; fix undo --list shows all commits",
  ];
}

type Refusal<Code> = Extract<CommitRefusal, { readonly code: Code }>;

const MAX_SHOWN_CHARACTERS = 300;

function quoted(path: RawPath): string {
  const text = shownPath(path);
  const cut = text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
  return JSON.stringify(cut);
}

function changedSince({ changes, revertible, conflicts }: Refusal<"changed_since">): string[] {
  const made = changes === 1 ? "1 change" : `${changes} changes`;
  const part = `fix undo --part reverts the ${revertible} that did not change`;
  const all = "fix undo --all reverts what changed too, and keeps copies of it";
  return [
    `${revertible} of ${made} can be reverted; nothing was undone. Changed since:`,
    ...explainConflicts(conflicts),
    ...(revertible === 0 ? [] : [part]),
    ...(canOverwriteAny(conflicts) ? [all] : []),
  ];
}

/** Whether `--all` reverts more. */
export function canOverwriteAny(conflicts: readonly Conflict[]): boolean {
  return conflicts.some(canOverwrite);
}

/** One line each; what stays for the same reason as something else is on one line. */
export function explainConflicts(conflicts: readonly Conflict[]): string[] {
  const alike = Map.groupBy(conflicts, ({ path, because, by }) => `${because} ${by ?? path}`);
  return [...alike.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { path, because, by } = first;
    const others = more.length === 0 ? "" : ` and ${more.length} more`;
    return `  ${quoted(path)}${others}: ${REASONS[because]}${by === undefined ? "" : ` ${quoted(by)}`}`;
  });
}
