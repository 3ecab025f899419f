import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { Person } from "../test/person.ts";

/** A journal of a commit whose new file cannot be moved aside, because there is no such place. */
function interruptCommit(person: Person, directory: string): void {
  const path = join(directory, "new");
  writeFileSync(path, "new\n");
  const fresh = { from: path, ino: `${statSync(path).ino}n`, type: "file", linkTo: null };
  const nowhere = join(person.home, "gone/1");
  const places = { keptAt: nowhere, asideAt: nowhere, archivedAt: null };
  const made = { atMs: 1, directory, changes: 1, command: "$ make" };
  const lines = [
    { is: "made", made },
    { is: "staging", temporary: [] },
    { is: "operation", operation: { path, old: null, fresh, ...places } },
    { is: "begun" },
  ];
  const commit = join(person.state, "fix/commits/000000001");
  mkdirSync(commit, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(commit, "journal.jsonl"),
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
}

test.skipIf(!hasProgram("bwrap"))(
  "a commit that cannot be reverted stops fix in its own directory alone (needs bwrap)",
  async () => {
    using person = new Person({});
    const elsewhere = join(person.home, "elsewhere");
    mkdirSync(elsewhere);
    interruptCommit(person, elsewhere);
    const named = `an interrupted commit in "${elsewhere}" could not be reverted`;
    const tried = await person.fix(["try", "--yes", "--", "echo 1 > x.txt"]);
    expect(tried).toMatchObject({ status: 0, err: expect.stringContaining(named) });
    expect(person.read("x.txt")).toBe("1\n");
    for (const words of [["undo", "--list"], ["undo"], ["doctor"]]) {
      expect(await person.fix(words)).toMatchObject({ status: 0 });
    }
    expect((await person.fix(["doctor"])).err).toContain(named);
    const uninstalled = await person.fix(["uninstall", "--yes"]);
    expect(uninstalled).toMatchObject({ status: 0, err: expect.stringContaining(named) });
    expect(uninstalled.err).toContain("the only backups of a commit that could not be reverted");
    expect(uninstalled.out).not.toContain("not from fix");
    expect(readdirSync(join(person.state, "fix"))).toEqual(["commits"]);
  },
);

test("a directory whose commit cannot be reverted is not used", async () => {
  using person = new Person({});
  interruptCommit(person, person.project);
  const { status, err } = await person.fix(["try", "--yes", "--", "echo 1 > x.txt"]);
  expect(status).toBe(2);
  expect(err).toContain(`an interrupted commit in "${person.project}" could not be reverted`);
  expect(existsSync(join(person.project, "x.txt"))).toBe(false);
});
