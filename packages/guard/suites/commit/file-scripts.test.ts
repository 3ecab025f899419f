import { sample } from "@bazaar/testkit";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { isRoot, testUser } from "../../test/as-user.ts";
import type { ScriptResult } from "./run-script.ts";
import { FILE_SCRIPTS, type FileScript } from "./scripts.ts";

const ENTRY = new URL("./scripts.entry.ts", import.meta.url);
const TIMEOUT_MS = 600_000;

/** What must survive in a layer that is not mounted; the rest is like one of these. */
const WORTH_KEEPING =
  /everything|renames a directory|swaps two d|in place of|links inside|close|owners|attributes|marks|access lists|capabilities|sets times of d|not UTF-8|sparse|fifos|contents|same again/;

const ALL = FILE_SCRIPTS.length;
const AT_LEAST = 55;
const CELLS = [
  { who: "user", kind: "overlay", most: ALL, needs: "any user" },
  { who: "root", kind: "overlay", most: 8, needs: "root" },
  { who: "user", kind: "copy", most: 8, needs: "any user" },
  { who: "root", kind: "copy", most: 8, needs: "root" },
] as const;

describe.each(CELLS)("file scripts of $who on the $kind (needs $needs)", ({ who, kind, most }) => {
  const runs = test.skipIf(who === "root" && !isRoot);

  runs(
    "leave after a commit what they leave without a sandbox, and an undo takes it back",
    async () => {
      const scripts = chosenFor(who, `file scripts, ${who}, ${kind}`, FILE_SCRIPTS, most);
      await using user = await testUser(who);
      const args = [user.home, kind, "at once", ...namesOf(scripts)];
      judge(`${who}, ${kind}`, await user.run<ScriptResult>(ENTRY, args), scripts);
      if (most === ALL) expect(scripts.length).toBeGreaterThanOrEqual(AT_LEAST);
    },
    TIMEOUT_MS,
  );

  runs(
    "leave the same when the sandbox is kept and reopened before the commit",
    async () => {
      const worth = FILE_SCRIPTS.filter(({ name }) => WORTH_KEEPING.test(name));
      const scripts = chosenFor(who, `kept file scripts, ${who}, ${kind}`, worth, 5);
      await using user = await testUser(who);
      const args = [user.home, kind, "kept", ...namesOf(scripts)];
      judge(`${who}, ${kind}, kept`, await user.run<ScriptResult>(ENTRY, args), scripts);
    },
    TIMEOUT_MS,
  );
});

describe.each(FILE_SCRIPTS.filter(({ needs }) => needs !== undefined))(
  "a file script that $name (needs $needs)",
  ({ needs = "" }) => {
    test.skipIf(!hasProgram(needs))("can run here", () => expect(hasProgram(needs)).toBe(true));
  },
);

/** What only root can do is never left to a sample: no other cell has it. */
function chosenFor(
  who: "root" | "user",
  matrix: string,
  scripts: readonly FileScript[],
  most: number,
): readonly FileScript[] {
  const runnable = scripts.filter(({ needs }) => needs === undefined || hasProgram(needs));
  const forAll = runnable.filter(({ needsRoot }) => needsRoot !== true);
  const forRoot = who === "root" ? runnable.filter(({ needsRoot }) => needsRoot === true) : [];
  return [...sample(matrix, forAll, most), ...forRoot];
}

function namesOf(scripts: readonly FileScript[]): readonly string[] {
  return scripts.map(({ name }) => name);
}

/** Files with other names before are counted apart: an overlay cannot keep them one file. */
function judge(
  cell: string,
  results: readonly ScriptResult[],
  scripts: readonly FileScript[],
): void {
  const isEqual = ({ differences }: ScriptResult) => differences.length === 0;
  const own = results.filter((one) => !one.isShared);
  console.log(
    `file scripts as ${cell}: ${own.filter(isEqual).length} of ${own.length} as without a sandbox, ` +
      `${results.length - own.length} on files with several names`,
  );
  expect(new Set(results.map(({ name }) => name))).toEqual(new Set(namesOf(scripts)));
  expect(own.filter((one) => !isEqual(one))).toEqual([]);
  expect(results.filter(({ afterUndo }) => afterUndo.length > 0)).toEqual([]);
}
