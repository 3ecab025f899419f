import { expect, test } from "vitest";
import { type RawPath, rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import type { ChangeGroup } from "./change-groups.ts";
import { type JudgedChange, planCommit } from "./plan-commit.ts";

const DANGER = { code: "odd_name", sentence: "it is odd" } as const;

interface More {
  readonly isDirectory?: true;
  readonly isNew?: true;
  readonly isDangerous?: true;
  readonly group?: ChangeGroup;
}

function judged(path: string, more: More = {}) {
  const type = more.isDirectory ? "directory" : "file";
  const change = {
    kind: "add",
    path: rawPath(path),
    after: { type },
    parentIno: more.isNew ? null : 1n,
  } as Change;
  const dangers = more.isDangerous ? [DANGER] : [];
  return { change, dangers, group: more.group ?? null } satisfies JudgedChange;
}

const paths = (changes: readonly Change[]) => changes.map(({ path }) => path as string);

const TREE = [
  judged("/t/a"),
  judged("/t/bad", { isDangerous: true }),
  judged("/t/new", { isDirectory: true, isDangerous: true }),
  judged("/t/new/deep", { isDirectory: true, isNew: true }),
  judged("/t/new/deep/f", { isNew: true }),
  judged("/t/ok", { isDirectory: true }),
  judged("/t/ok/bad", { isNew: true, isDangerous: true }),
  judged("/t/ok/f", { isNew: true }),
];

test.each<{ when: string; approved: string[]; included: string[]; orphans: string[] }>([
  {
    when: "nothing dangerous is approved",
    approved: [],
    included: ["/t/a", "/t/ok", "/t/ok/f"],
    orphans: ["/t/new/deep", "/t/new/deep/f"],
  },
  {
    when: "one file is approved",
    approved: ["/t/bad"],
    included: ["/t/a", "/t/bad", "/t/ok", "/t/ok/f"],
    orphans: ["/t/new/deep", "/t/new/deep/f"],
  },
  {
    when: "a new directory is approved, its harmless contents come along",
    approved: ["/t/new"],
    included: ["/t/a", "/t/new", "/t/new/deep", "/t/new/deep/f", "/t/ok", "/t/ok/f"],
    orphans: [],
  },
  {
    when: "a file is approved and its new directory is not, it has nowhere to go",
    approved: ["/t/new/deep/f"],
    included: ["/t/a", "/t/ok", "/t/ok/f"],
    orphans: ["/t/new/deep", "/t/new/deep/f"],
  },
])("when $when", ({ approved, included, orphans }) => {
  const plan = planCommit({
    judged: TREE,
    approved: new Set(approved.map(rawPath)) as Set<RawPath>,
  });
  expect(paths(plan.included)).toEqual(included);
  const left = plan.leftOut.filter(({ because }) => because === "its_directory_is_left_out");
  expect(paths(left.map(({ change }) => change))).toEqual(orphans);
  expect(plan.included.length + plan.leftOut.length).toBe(TREE.length);
});

const REPOSITORY: ChangeGroup = { kind: "repository", root: rawPath("/t") };
const MOVE: ChangeGroup = { kind: "move", root: rawPath("/t/old") };

test("one change that is not approved leaves out its whole group, and no other", () => {
  const changes = [
    judged("/t/.git/refs/stash", { isDangerous: true, group: REPOSITORY }),
    judged("/t/edited", { group: REPOSITORY }),
    judged("/t/old", { group: MOVE }),
    judged("/t/new", { group: MOVE }),
  ];
  const { included, leftOut } = planCommit({ judged: changes, approved: new Set() });
  expect(paths(included)).toEqual(["/t/old", "/t/new"]);
  expect(leftOut.map(({ because }) => because)).toEqual(["not_approved", "its_group_is_left_out"]);
});

test("a group that is left out takes along the groups inside its new directories", () => {
  const changes = [
    judged("/t/lib", { isDirectory: true, group: REPOSITORY }),
    judged("/t/lib/new", { isNew: true, group: MOVE }),
    judged("/t/old", { group: MOVE }),
    judged("/t/ref", { isDangerous: true, group: REPOSITORY }),
  ];
  expect(planCommit({ judged: changes, approved: new Set() }).included).toEqual([]);
  const approved = new Set([rawPath("/t/ref")]);
  expect(planCommit({ judged: changes, approved }).leftOut).toEqual([]);
});
