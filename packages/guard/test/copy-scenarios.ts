/**
 * What restoring a kept copy guarantees, as scenarios that run as root and as an ordinary user. Each
 * throws when a guarantee is broken.
 */
import assert from "node:assert/strict";
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { type Copy, listCopies } from "../src/commit/copies.ts";
import { restoreCopy } from "../src/commit/restore-copy.ts";
import { undo } from "../src/commit/undo.ts";
import { type RawPath, shownPath } from "../src/disk/raw-path.ts";
import type { Place, Scenario } from "./scenario.ts";
import { byHand, committed, fill } from "./undo-scenarios.ts";

async function copies(place: Place): Promise<readonly Copy[]> {
  const listed = await listCopies(place.state);
  assert.ok(listed.ok, inspect(listed));
  return listed.value;
}

/** By its path, or with why it is kept. */
async function numberOf(place: Place, name: string): Promise<string> {
  const all = await copies(place);
  const found = all.find(({ path, why }) => below(place, path) === name || why === name);
  assert.ok(found !== undefined, `${name}: ${JSON.stringify(all.map(({ path }) => path))}`);
  return found.number;
}

function below(place: Place, path: RawPath): string {
  return shownPath(path).slice(place.project.length + 1);
}

/** Its name relative to the project, or the code of the refusal. */
async function restored(place: Place, number: string, to?: string): Promise<string> {
  const target = to === undefined ? {} : { to };
  const done = await restoreCopy(place.state, number, target);
  return done.ok ? below(place, done.value.path) : done.refusal.code;
}

async function undoLast(place: Place): Promise<void> {
  const undone = await undo(place.state, { tree: place.project, howMuch: "all" });
  assert.ok(undone.ok, inspect(undone));
}

const names = (place: Place) => readdirSync(place.project).sort();

export const COPY_SCENARIOS: readonly Scenario[] = [
  {
    claim: "copies are listed newest first, and their numbers stay the same",
    holds: async (place) => {
      fill(place, { gone: "gone\n", "dir/in": "in\n" });
      await committed(place, "echo 1 > file; rm gone; echo new > new");
      await committed(place, "rm -r dir");
      const all = () => copies(place);
      const before = (await all()).map(({ number, path, why, type, bytes }) =>
        [number, below(place, path), why, type, bytes].join(" "),
      );
      assert.deepEqual(before, [
        "2.1 dir deleted directory 3",
        "1.1 file replaced file 9",
        "1.2 gone deleted file 5",
      ]);
      await committed(place, "echo 3 > three");
      assert.equal((await all()).find(({ path }) => below(place, path) === "gone")?.number, "1.2");
    },
  },
  {
    claim: "a copy goes to its own name if that is free or unchanged, and undo reverts it",
    holds: async (place) => {
      fill(place, { gone: "gone\n", "dir/in/x": "in\n" });
      byHand(place, "chmod 550 dir/in; chmod 750 dir; ln -s nowhere link");
      await committed(place, "echo 1 > file; rm gone; chmod 700 dir/in; rm -r dir; rm link");
      assert.equal(await restored(place, await numberOf(place, "gone")), "gone");
      assert.equal(place.read("gone"), "gone\n");
      assert.equal(await restored(place, await numberOf(place, "file")), "file");
      assert.equal(place.read("file"), "original\n");
      await undoLast(place);
      assert.equal(place.read("file"), "1\n");
      assert.equal(await restored(place, await numberOf(place, "dir")), "dir");
      assert.equal(place.read("dir/in/x"), "in\n");
      assert.equal(statSync(join(place.project, "dir")).mode & 0o777, 0o750);
      assert.equal(await restored(place, await numberOf(place, "link")), "link");
      assert.equal(readlinkSync(join(place.project, "link")), "nowhere");
      assert.deepEqual(names(place), ["dir", "file", "gone", "link"]);
    },
  },
  {
    claim: "a name that changed since is never overwritten: the copy goes beside it",
    holds: async (place) => {
      fill(place, { gone: "gone\n" });
      await committed(place, "echo 1 > file; rm gone");
      byHand(place, "echo mine > file; mkdir gone");
      const number = await numberOf(place, "file");
      assert.equal(await restored(place, number), "file.recovered");
      assert.equal(await restored(place, number), "file.recovered-2");
      assert.equal(await restored(place, await numberOf(place, "gone")), "gone.recovered");
      assert.deepEqual(
        [place.read("file"), place.read("file.recovered-2")],
        ["mine\n", "original\n"],
      );
      assert.deepEqual(names(place).slice(-2), ["gone", "gone.recovered"]);
    },
  },
  {
    claim: "a long name is cut to make room for the ending",
    holds: async (place) => {
      const name = "n".repeat(255);
      fill(place, { [name]: "old\n" });
      await committed(place, `echo 1 > ${name}`);
      byHand(place, `echo mine > ${name}`);
      assert.equal(
        await restored(place, await numberOf(place, name)),
        `${"n".repeat(245)}.recovered`,
      );
    },
  },
  {
    claim: "what an undo moved aside can be restored after later commits",
    holds: async (place) => {
      await committed(place, "echo new > new; echo 1 > file");
      byHand(place, "echo worked on it >> new");
      await undoLast(place);
      for (const n of [1, 2, 3]) await committed(place, `echo ${n} > other-${n}`);
      assert.equal(await restored(place, await numberOf(place, "overwritten")), "new");
      assert.equal(place.read("new"), "new\nworked on it\n");
      // What the undo put back counts as ours.
      assert.equal(await restored(place, await numberOf(place, "undone")), "file");
      assert.equal(place.read("file"), "1\n");
      await undoLast(place);
      assert.equal(place.read("file"), "original\n");
    },
  },
  {
    claim: "--to takes a free path in a directory without links, and nothing else",
    holds: async (place) => {
      await committed(place, "echo 1 > file");
      byHand(place, "mkdir real; ln -s real link; ln -s nowhere dangling; echo t > taken");
      const at = (name: string) => join(place.project, name);
      const number = await numberOf(place, "file");
      assert.equal(await restored(place, number, at("real/copy")), "real/copy");
      assert.equal(place.read("real/copy"), "original\n");
      assert.equal(await restored(place, number, at("taken")), "name_taken");
      assert.equal(await restored(place, number, at("real")), "name_taken");
      assert.equal(await restored(place, number, at("dangling")), "name_taken");
      assert.equal(await restored(place, number, at("link/copy2")), "no_directory");
      assert.equal(await restored(place, number, at("missing/copy")), "no_directory");
      for (const wrong of ["9.9", "0", "", "1.1x", "../1"]) {
        assert.equal(await restored(place, wrong), "no_such_copy");
      }
      assert.deepEqual(readdirSync(at("real")), ["copy"]);
      assert.equal(existsSync(at("nowhere")), false);
    },
  },
  {
    claim: "a directory of the way that became a link is not followed",
    holds: async (place) => {
      fill(place, { "d/a": "a\n" });
      await committed(place, "echo 1 > d/a");
      byHand(place, "mv d aside; mkdir other; ln -s other d");
      assert.equal(await restored(place, await numberOf(place, "d/a")), "no_directory");
      assert.deepEqual(readdirSync(join(place.project, "other")), []);
      assert.ok(lstatSync(join(place.project, "d")).isSymbolicLink());
    },
  },
  {
    claim: "names of any bytes are restored as they were",
    holds: async (place) => {
      byHand(place, `printf x > $'a\\nb\\xff\\x1b[2J'; printf y > '12n'; ln -s 12n number`);
      await committed(place, "rm -f a* 12n number");
      const numbers = (await copies(place)).map(({ number }) => number);
      assert.equal(numbers.length, 3);
      for (const number of numbers) assert.notEqual(await restored(place, number), "no_such_copy");
      const bytes = readdirSync(place.project, "buffer").map((name) => name.toString("latin1"));
      assert.deepEqual(bytes.sort(), ["12n", "a\nb\xff\x1b[2J", "file", "number"].sort());
      assert.equal(readlinkSync(join(place.project, "number")), "12n");
      assert.equal(readFileSync(join(place.project, "12n"), "utf8"), "y");
    },
  },
];
