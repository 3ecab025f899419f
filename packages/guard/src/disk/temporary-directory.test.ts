import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

const DEAD = "00000000-1-1-1-00000000";
const OTHER_UID = 1002;

let place: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "guard-temporary-"));
});

afterEach(() => {
  rmSync(place, { recursive: true, force: true });
});

function made(name: string): string {
  mkdirSync(join(place, name, "inner"), { recursive: true, mode: 0o700 });
  return join(place, name);
}

test("is gone when it is disposed of, and only then", async () => {
  {
    await using one = await TemporaryDirectory.make("one", place);
    await using other = await TemporaryDirectory.make("other", place);
    mkdirSync(join(one.path, "inner"));
    expect(readdirSync(place).sort()).toEqual(
      [one, other].map(({ path }) => basename(path)).sort(),
    );
  }
  expect(readdirSync(place)).toEqual([]);
});

test.each([
  { what: "of another boot, for another purpose", name: `bazaar-other-${DEAD}`, isLeft: false },
  { what: "of a pid that nobody has", name: "bazaar-job-4194999-00000000", isLeft: false },
  { what: "of a pid that somebody has", name: `bazaar-job-${process.pid}-00000000`, isLeft: true },
  { what: "of another program", name: `other-job-${DEAD}`, isLeft: true },
  { what: "with a name that nothing owns", name: "bazaar-job-x0Kdk1", isLeft: true },
])("making one leaves a directory $what: $isLeft", async ({ name, isLeft }) => {
  made(name);
  await using own = await TemporaryDirectory.make("job", place);
  const others = readdirSync(place).filter((each) => each !== basename(own.path));
  expect(others).toEqual(isLeft ? [name] : []);
});

test.skipIf(!isRoot)(
  "another user's directory stays, and what its link names (needs root)",
  async () => {
    const [theirs, target] = [made(`bazaar-job-${DEAD}`), made("target")];
    chownSync(theirs, OTHER_UID, OTHER_UID);
    symlinkSync(target, join(place, `bazaar-link-${DEAD}`));
    await using own = await TemporaryDirectory.make("job", place);
    expect(readdirSync(place)).toEqual(
      expect.arrayContaining([basename(theirs), basename(own.path)]),
    );
    expect(readdirSync(target)).toEqual(["inner"]);
  },
);
