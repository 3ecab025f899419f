import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sandboxedChange, type Where } from "../../suites/commit/sandboxed-change.ts";
import { snapshotTree, treeDifferences } from "../../suites/commit/snapshot-tree.ts";
import { Directories } from "../disk/directories.ts";
import { rawPath } from "../disk/raw-path.ts";
import { commit } from "./commit.ts";
import { commitDirectories } from "./commit-directories.ts";
import { explainCommitRefusal } from "./explain-commit-refusal.ts";
import { makeRoom } from "./make-room.ts";
import { Mover } from "./mover.ts";
import { undo } from "./undo.ts";
import { listUndoable } from "./undoable-commits.ts";

const MEMORY = "/dev/shm";
const isMemoryElsewhere =
  process.getuid?.() === 0 &&
  statSync(MEMORY, { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev;

function scene(stateIn = tmpdir()): Where {
  const [folder, state] = [tmpdir(), stateIn].map((place) => {
    const made = mkdtempSync(join(place, "guard-undo-"));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }) as [string, string];
  const where = {
    tree: join(folder, "tree"),
    home: join(folder, "home"),
    stateDirectory: join(state, "state"),
  };
  // Under version control, so that a command in one directory sees and changes the others.
  const made = ["p/in", "q", ".git"].map((name) => join(where.tree, name));
  for (const path of [where.home, ...made]) mkdirSync(path, { recursive: true });
  writeFileSync(join(where.tree, "p/a"), "start\n");
  const old = "find . -depth -exec touch -d '2020-05-06 07:08:09.123456' {} +";
  spawnSync("bash", ["-c", old], { cwd: where.tree });
  return where;
}

/** Commits what a command does in one directory of the tree, also beside it. */
async function committed(where: Where, directory: string, text: string): Promise<void> {
  const tree = join(where.tree, directory);
  await using change = await sandboxedChange({ ...where, tree }, text);
  const included = change.diff.changes.filter(({ path }) => path.startsWith(where.tree));
  const plan = { included, leftOut: [] };
  const done = await commit(change.places, change.diff, plan, { command: text });
  expect(done).toMatchObject({ ok: true });
}

const read = (where: Where, path: string) => readFileSync(join(where.tree, path), "utf8");

async function undoIn(where: Where, directory: string): Promise<string> {
  const undone = await undo(where.stateDirectory, { tree: join(where.tree, directory) });
  return undone.ok ? "undone" : explainCommitRefusal(undone.refusal).join("\n");
}

test.for([
  { stateOn: "the same volume", stateIn: tmpdir(), isThere: true },
  {
    stateOn: `another volume (needs a separate volume at ${MEMORY})`,
    stateIn: MEMORY,
    isThere: isMemoryElsewhere,
  },
])(
  "commits of the same names are undone one by one to the very start, backups on $stateOn",
  async ({ stateIn, isThere }, { skip }) => {
    if (!isThere) skip();
    const where = scene(stateIn);
    const start = snapshotTree(where.tree, "exact");
    await committed(where, "p", "echo 1 >> a; mkdir new; echo x > new/x; echo y > new/y");
    await committed(where, "p", "echo 2 >> a; echo 2 >> new/x; rm new/y; chmod 700 in");
    await committed(where, "p", "echo 3 >> a; echo 3 > new/z; echo 3 > in/n");
    for (const left of ["start\n1\n2\n", "start\n1\n", "start\n"]) {
      expect(await undoIn(where, "p")).toBe("undone");
      expect(read(where, "p/a")).toBe(left);
    }
    expect(treeDifferences(start, snapshotTree(where.tree, "exact"))).toEqual([]);
    expect(await undoIn(where, "p")).toBe("no commit to undo");
  },
);

test("changes made between two undos are not touched", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  await committed(where, "p", "echo 2 >> a");
  expect(await undoIn(where, "p")).toBe("undone");
  writeFileSync(join(where.tree, "p/a"), "mine\n");
  expect(await undoIn(where, "p")).toContain('/p/a": it was changed in the meantime');
  expect(read(where, "p/a")).toBe("mine\n");
});

test("each working tree has its own last commit, also from above and below", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  await committed(where, "q", "echo q > b");
  expect(await undoIn(where, "p/in")).toBe("undone");
  expect([read(where, "p/a"), read(where, "q/b")]).toEqual(["start\n", "q\n"]);
  const elsewhere = await undoIn(where, "p");
  expect(elsewhere).toMatch(/^no commit to undo in this directory; .*made in\n {2}".*\/tree\/q"\n/);
  expect(await undoIn(where, ".")).toBe("undone");
  expect(readdirSync(join(where.tree, "q"))).toEqual([]);
});

test("an older commit waits for a later one elsewhere that touched the same file", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  await committed(where, "q", "echo 2 >> ../p/a");
  expect(await undoIn(where, "p")).toMatch(
    /a later commit, made in ".*\/q", also changed ".*\/p\/a"/,
  );
  expect(read(where, "p/a")).toBe("start\n1\n2\n");
  expect([await undoIn(where, "q"), await undoIn(where, "p")]).toEqual(["undone", "undone"]);
  expect(read(where, "p/a")).toBe("start\n");
});

test("a commit in between does not keep an older one from being undone", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  await committed(where, "p", "echo 2 >> a");
  expect(await undoIn(where, "p")).toBe("undone");
  await committed(where, "q", "echo q > b");
  expect(await undoIn(where, "p")).toBe("undone");
  expect(read(where, "p/a")).toBe("start\n");
});

test("a commit whose directory is gone is skipped, listed as gone, and removed by the next", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  await committed(where, "p/in", "echo n > 12n");
  rmSync(join(where.tree, "p/in"), { recursive: true });
  const list = async () => {
    const listed = await listUndoable(where.stateDirectory);
    return listed.ok
      ? listed.value.map(({ command, outlook }) => `${outlook.is}: ${command}`)
      : null;
  };
  expect(await list()).toEqual(["gone: echo n > 12n", "ready: echo 1 >> a"]);
  const undone = await undo(where.stateDirectory, { tree: join(where.tree, "p") });
  expect(undone).toMatchObject({ ok: true, value: { gone: [rawPath(join(where.tree, "p/in"))] } });
  await committed(where, "q", "12n; echo q > b");
  expect(await list()).toEqual(["ready: 12n; echo q > b"]);
});

test("the oldest backups go first, by number and by size; the newest stays whatever it takes", async () => {
  const where = scene();
  for (const n of [1, 2, 3, 4]) await committed(where, "p", `echo ${n} >> a`);
  const left = () => commitDirectories(where.stateDirectory).map((path) => Number(path.slice(-9)));
  const [newest = ""] = commitDirectories(where.stateDirectory).slice(-1);
  using directories = new Directories();
  const mover = new Mover(directories, () => undefined);
  const room = { commits: 16, bytes: 2n ** 30n };
  await makeRoom(mover, where.stateDirectory, newest, room);
  expect(left()).toEqual([1, 2, 3, 4]);
  await makeRoom(mover, where.stateDirectory, newest, { ...room, commits: 3 });
  expect(left()).toEqual([2, 3, 4]);
  // Backups of 12 and 10 bytes.
  await makeRoom(mover, where.stateDirectory, newest, { ...room, bytes: 22n });
  expect(left()).toEqual([3, 4]);
  await makeRoom(mover, where.stateDirectory, newest, { ...room, bytes: 1n });
  expect(left()).toEqual([4]);
});

test("a backup that a crash left half removed is never used, and is removed", async () => {
  const where = scene();
  await committed(where, "p", "echo 1 >> a");
  const [first = ""] = commitDirectories(where.stateDirectory);
  renameSync(first, `${first}.leaving`);
  expect(await undoIn(where, "p")).toBe("no commit to undo");
  await committed(where, "p", "echo 2 >> a");
  expect(readdirSync(join(first, ".."))).toEqual(["000000001"]);
});
