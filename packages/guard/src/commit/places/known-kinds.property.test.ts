import { execFileSync } from "node:child_process";
import { hasProgram } from "@bazaar/testkit/program";
import fc from "fast-check";
import { expect, test } from "vitest";
import { rawPath } from "../../disk/raw-path.ts";
import { isKnownKind } from "./known-kinds.ts";
import { SENSITIVE_PLACES } from "./sensitive-places.ts";

/** No kind of file has such an ending, and no tool such a name. */
const madeUp = fc.stringMatching(/^q[a-z]{2}x[a-z]{4}$/);
const plain = fc.constantFrom("main.c", "notes.txt", "Makefile", "package.json", ".gitignore");

test("a name that nobody knows is of no known kind, wherever it is", () => {
  fc.assert(
    fc.property(madeUp, fc.constantFrom("", "src/", "a/b/c/"), (name, above) => {
      for (const path of [
        name,
        `.${name}`,
        `main.${name}`,
        `.${name}/notes.txt`,
        `.${name}.json`,
      ]) {
        expect(isKnownKind(rawPath(above + path)), above + path).toBe(false);
      }
    }),
  );
});

test("a known name stays known below ordinary directories, and not below hidden ones", () => {
  fc.assert(
    fc.property(madeUp, plain, (directory, name) => {
      expect(isKnownKind(rawPath(`${directory}/${name}`))).toBe(true);
      expect(isKnownKind(rawPath(`.${directory}/deep/${name}`))).toBe(false);
    }),
  );
});

test.skipIf(!hasProgram("git"))(
  "every file of this repository that has an ending is known or listed (needs git)",
  () => {
    const files = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0");
    const asked = files.filter((path) => {
      const isListed = SENSITIVE_PLACES.some(({ at }) => at.test(`/${path}`));
      return /\.\w+$/.test(path) && !isListed && !isKnownKind(rawPath(path));
    });
    expect(asked).toEqual([]);
  },
);
