import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  NoDiff,
  type SandboxedChange,
  sandboxedChange,
  type Where,
} from "../../suites/commit/sandboxed-change.ts";
import { snapshotTree, treeDifferences } from "../../suites/commit/snapshot-tree.ts";
import { isWithin, rawPath } from "../disk/raw-path.ts";
import { commit } from "./commit.ts";
import { explainCommitRefusal } from "./explain-commit-refusal.ts";
import { lockCommits } from "./lock-commits.ts";
import { recover } from "./recover.ts";
import { undo } from "./undo.ts";

async function scene(files: Readonly<Record<string, string>> = {}): Promise<Where> {
  const folder = await mkdtemp(join(tmpdir(), "guard-commit-"));
  onTestFinished(() => {
    // Deeper than what Node removes by path.
    spawnSync("rm", ["-rf", folder]);
  });
  const where = {
    tree: join(folder, "tree"),
    home: join(folder, "home"),
    stateDirectory: join(folder, "state"),
  };
  for (const path of [where.tree, where.home]) mkdirSync(path);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(where.tree, name, ".."), { recursive: true });
    writeFileSync(join(where.tree, name), content);
  }
  // A time that is put back is off by a quarter of a microsecond, which a snapshot may round up.
  run(where, "find . -depth -exec touch -d '2020-05-06 07:08:09.123456' {} +");
  return where;
}

const refusalOf = (where: Where, text: string) =>
  sandboxedChange(where, text).then(
    () => null,
    (error: unknown) => {
      if (error instanceof NoDiff) return error.refusal;
      throw error;
    },
  );

function commitAll(change: SandboxedChange) {
  return commit(change.places, change.diff, change.plan);
}

function run(where: Where, text: string): void {
  const { status, stderr } = spawnSync("bash", ["-c", text], { cwd: where.tree, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
}

test("a tree deeper than any path is refused, and nothing is left of it", async () => {
  const where = await scene({ a: "a" });
  const deep = "perl -e 'mkdir(q(d)) && chdir(q(d)) || exit 1 for 1..3000'";
  expect(await refusalOf(where, deep)).toMatchObject({ code: "too_deep", limit: 250 });
  expect(readdirSync(where.tree)).toEqual(["a"]);
});

test("a path longer than the kernel takes is refused", async () => {
  const where = await scene();
  const long = "n=$(printf 'x%.0s' {1..250}); for i in $(seq 20); do mkdir $n && cd $n; done";
  expect(await refusalOf(where, long)).toMatchObject({ code: "path_too_long" });
});

test("devices and sockets are named and never committed, the rest is", async () => {
  const where = await scene();
  const text = `mkdir d; echo x > d/x; perl -MIO::Socket::UNIX -e 'IO::Socket::UNIX->new(Local => $_, Listen => 1) for @ARGV' top d/in`;
  await using change = await sandboxedChange(where, text);
  const inTree = change.diff.refused.filter(({ path }) => isWithin(path, rawPath(where.tree)));
  expect(inTree.map(({ path, type }) => `${type} ${path.slice(where.tree.length)}`)).toEqual([
    "socket /d/in",
    "socket /top",
  ]);
  expect(await commitAll(change)).toMatchObject({ ok: true });
  expect(readdirSync(where.tree, { recursive: true }).sort()).toEqual(["d", "d/x"]);
});

test("links in the layer are kept as links and never followed", async () => {
  const where = await scene({ "dir/f": "old" });
  const outside = join(where.home, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "f"), "theirs");
  await using change = await sandboxedChange(
    where,
    `rm -rf dir; ln -s ${outside} dir; ln -s / root`,
  );
  expect(await commitAll(change)).toMatchObject({ ok: true });
  expect(readFileSync(join(outside, "f"), "utf8")).toBe("theirs");
  expect(await undo(where.stateDirectory)).toMatchObject({ ok: true });
  expect(readFileSync(join(where.tree, "dir/f"), "utf8")).toBe("old");
  expect(readFileSync(join(outside, "f"), "utf8")).toBe("theirs");
});

test("marks of an overlay that a command forges delete nothing and reach no disk", async () => {
  const where = await scene({ "dir/f": "f", a: "a" });
  const forge = ["opaque", "whiteout", "redirect", "metacopy"]
    .map((mark) => `setfattr -n user.overlay.${mark} -v y dir a`)
    .join("; ");
  await using change = await sandboxedChange(where, `${forge}; echo n > dir/n; echo b >> a`);
  expect(await commitAll(change)).toMatchObject({ ok: true });
  expect(readFileSync(join(where.tree, "dir/f"), "utf8")).toBe("f");
  expect([...snapshotTree(where.tree, "exact").values()].join()).not.toContain("overlay");
});

test("of a new directory only what was approved arrives", async () => {
  const where = await scene();
  const text =
    "mkdir -p n/in; echo 1 > n/one; echo 2 > n/two; echo 3 > n/in/three; ln n/one n/four";
  await using change = await sandboxedChange(where, text);
  const isWanted = (path: string) => !/\/(?:one|in)(?:\/|$)/.test(path.slice(where.tree.length));
  const { included } = change.plan;
  const plan = {
    included: included.filter(({ path }) => isWanted(path)),
    leftOut: included
      .filter(({ path }) => !isWanted(path))
      .map((left) => ({ change: left, because: "not_approved" as const })),
  };
  expect(await commit(change.places, change.diff, plan)).toMatchObject({ ok: true });
  expect(readdirSync(join(where.tree, "n")).sort()).toEqual(["four", "two"]);
  expect(readFileSync(join(where.tree, "n/four"), "utf8")).toBe("1\n");
});

test.each([
  { when: "a committed file was changed", since: "echo mine >> a", because: "changed", at: "a" },
  {
    when: "a file was added to a new directory",
    since: "echo mine > new/mine",
    because: "added_inside",
    at: "mine",
  },
  {
    when: "a file in a new directory was changed",
    since: "echo mine > new/f",
    because: "changed_inside",
    at: "f",
  },
  {
    when: "a deleted name is in use again",
    since: "echo mine > gone",
    because: "appeared",
    at: "gone",
  },
  { when: "a committed file is gone", since: "rm a", because: "vanished", at: "a" },
])("an undo touches nothing when $when", async ({ since, because, at }) => {
  const where = await scene({ a: "a", gone: "gone", other: "other" });
  await using change = await sandboxedChange(
    where,
    "echo b >> a; rm gone; mkdir new; echo x > new/f",
  );
  expect(await commitAll(change)).toMatchObject({ ok: true });
  run(where, since);
  const left = snapshotTree(where.tree, "exact");
  const undone = await undo(where.stateDirectory);
  expect(undone).toMatchObject({
    ok: false,
    refusal: { code: "changed_since", conflicts: [{ because }] },
  });
  expect(JSON.stringify(undone)).toContain(`/${at}"`);
  expect(treeDifferences(left, snapshotTree(where.tree, "exact"))).toEqual([]);
});

test("work elsewhere since the commit does not stand in the way of an undo", async () => {
  const where = await scene({ a: "a", other: "other" });
  await using change = await sandboxedChange(where, "echo b >> a; echo n > n");
  expect(await commitAll(change)).toMatchObject({ ok: true });
  run(where, "echo mine >> other; echo mine > mine");
  expect(await undo(where.stateDirectory)).toMatchObject({ ok: true });
  expect(readdirSync(where.tree).sort()).toEqual(["a", "mine", "other"]);
  expect(readFileSync(join(where.tree, "a"), "utf8")).toBe("a");
});

test("a refused commit removes no backup and adds none", async () => {
  const where = await scene({ a: "1" });
  for (const [n, isConflict] of [false, true, false].entries()) {
    await using change = await sandboxedChange(where, `echo ${n} >> a`);
    if (isConflict) run(where, "chmod 600 a");
    expect(await commitAll(change)).toMatchObject({ ok: !isConflict });
  }
  expect(readdirSync(join(where.stateDirectory, "commits"))).toEqual(["000000001", "000000002"]);
  expect(await undo(where.stateDirectory)).toMatchObject({ ok: true });
  expect(readFileSync(join(where.tree, "a"), "utf8")).toBe("10\n");
  // What the first one wrote was touched by hand since.
  expect(await undo(where.stateDirectory)).toMatchObject({
    ok: false,
    refusal: { code: "changed_since" },
  });
});

test("two commits never work in one state directory at once", async () => {
  const where = await scene({ a: "a" });
  const first = await lockCommits(where.stateDirectory);
  if (!first.ok) throw new Error(first.refusal.code);
  expect(await recover(where.stateDirectory)).toMatchObject({
    ok: false,
    refusal: { code: "busy" },
  });
  await first.value[Symbol.asyncDispose]();
  expect(await recover(where.stateDirectory)).toEqual({ ok: true, value: [] });
});

test("a disk that fails half-way leaves everything as it was", async () => {
  const where = await scene({ a: "a", b: "b", "dir/c": "c" });
  const start = snapshotTree(where.tree, "exact");
  await using change = await sandboxedChange(where, "echo x >> a; rm b; echo n > dir/n; mkdir z");
  // The second rename fails, and nothing after it does: the way back must be free.
  let renames = 0;
  const onStep = (step: string) => {
    if (step.startsWith("rename")) renames += 1;
    if (step.startsWith("rename") && renames === 2) {
      throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    }
  };
  const committed = await commit(change.places, change.diff, change.plan, { onStep });
  expect(committed).toMatchObject({ ok: false, refusal: { code: "not_applied" } });
  expect(treeDifferences(start, snapshotTree(where.tree, "exact"))).toEqual([]);
});

test("without flock nothing is committed, and the refusal says what to install", async () => {
  const { stateDirectory } = await scene();
  const lock = await lockCommits(stateDirectory, null);
  expect(lock.ok ? [] : explainCommitRefusal(lock.refusal)).toEqual([
    expect.stringContaining("install util-linux"),
  ]);
});
