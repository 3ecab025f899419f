import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isRoot, ordinaryUser } from "../../test/as-user.ts";
import { errorCode } from "../error-code.ts";
import { systemTool } from "../system-tool.ts";
import { NotRemoved, removeTree } from "./remove-tree.ts";

function folder(): { readonly tree: string; readonly decoy: string } {
  const path = mkdtempSync(join(tmpdir(), "guard-remove-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  const [tree, decoy] = [join(path, "tree"), join(path, "decoy")];
  for (const directory of [tree, decoy]) mkdirSync(directory);
  writeFileSync(join(decoy, "precious"), "");
  return { tree, decoy };
}

test("a tree is removed, and the targets of its links stay", async () => {
  const { tree, decoy } = folder();
  mkdirSync(join(tree, "a/b"), { recursive: true });
  writeFileSync(join(tree, "a/b/file"), "");
  writeFileSync(Buffer.from(`${tree}/a/bad\xff`, "latin1"), "");
  symlinkSync(decoy, join(tree, "a/link"));
  await removeTree(tree);
  expect(existsSync(tree)).toBe(false);
  expect(readdirSync(decoy)).toEqual(["precious"]);
});

test("a link is removed but not its target; a file is removed; a missing name is fine", async () => {
  const { tree, decoy } = folder();
  symlinkSync(decoy, join(tree, "link"));
  writeFileSync(join(tree, "file"), "");
  for (const name of ["link", "file", "nothing"]) await removeTree(join(tree, name));
  expect(readdirSync(tree)).toEqual([]);
  expect(readdirSync(decoy)).toEqual(["precious"]);
});

test("trees too deep for a path and directories without permissions are removed", async () => {
  await using user = await ordinaryUser();
  const entry = new URL("../../test/remove-tree.entry.ts", import.meta.url);
  expect(await user.run(entry, [user.home])).toEqual([{ before: ["tree"], left: [] }]);
});

const TURNS = Array.from({ length: 40 }, (_, turn) => turn);

test("a directory that is swapped for a link during removal is not followed", async () => {
  const { tree, decoy } = folder();
  const names = TURNS.map(String);
  for (const turns of TURNS) {
    for (const name of names) {
      mkdirSync(join(tree, name), { recursive: true });
      writeFileSync(join(tree, name, "precious"), "");
    }
    const removed = removeTree(tree);
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    for (const name of names) swap(join(tree, name), decoy);
    await removed;
    expect(readdirSync(decoy)).toContain("precious");
    for (const name of readdirSync(decoy)) {
      if (name !== "precious") rmSync(join(decoy, name), { recursive: true });
    }
  }
});

/** Where it still is, a link to the decoy takes its place; it lies there itself from then on. */
function swap(path: string, decoy: string): void {
  try {
    renameSync(path, join(decoy, `was-${path.split("/").at(-1)}`));
    symlinkSync(decoy, path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

test.skipIf(!isRoot)("mounts inside the tree are not entered (needs root)", async () => {
  const { tree, decoy } = folder();
  mkdirSync(join(tree, "mounted"));
  const script = 'mount --bind "$1" "$2/mounted" && exec "$3" --input-type=module -e "$4" "$2"';
  const code = `
    import { removeTree } from ${JSON.stringify(new URL("./remove-tree.ts", import.meta.url).href)};
    console.log(await removeTree(process.argv[1]).catch((error) => error.name));`;
  const unshared = ["-m", "--propagation", "private", "sh", "-c", script, "sh"];
  const args = [...unshared, decoy, tree, process.execPath, code];
  expect(execFileSync(systemTool("unshare") ?? "", args, { encoding: "utf8" })).toBe(
    "NotRemoved\n",
  );
  expect(readdirSync(decoy)).toEqual(["precious"]);
});

test("what cannot be removed is named", async () => {
  await expect(removeTree("/proc/self/fd")).rejects.toThrow(NotRemoved);
});
