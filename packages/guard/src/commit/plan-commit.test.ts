import { expect, test } from "vitest";
import { type RawPath, rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { type JudgedChange, planCommit } from "./plan-commit.ts";

const DANGER = { code: "odd_name", sentence: "it is odd" } as const;

function judged(path: string, more: { isDirectory?: true; isNew?: true; isDangerous?: true } = {}) {
  const type = more.isDirectory ? "directory" : "file";
  const change = {
    kind: "add",
    path: rawPath(path),
    after: { type },
    parentIno: more.isNew ? null : 1n,
  } as Change;
  return { change, dangers: more.isDangerous ? [DANGER] : [] } satisfies JudgedChange;
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
