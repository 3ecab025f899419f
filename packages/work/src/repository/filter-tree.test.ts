import { expect, test } from "vitest";
import { filterTree, parseTree } from "./filter-tree.ts";

const HASH = "a".repeat(40);
const recordOf = (path: string): string => `100644 blob ${HASH}\t${path}\0`;

test("paths are read byte for byte, whatever signs they have", () => {
  const odd = Buffer.concat([Buffer.from(`100644 blob ${HASH}\ta\tb\n`), Buffer.from([0xff, 0])]);
  const [file] = parseTree(odd) ?? [];
  expect(file?.path).toBe("a\tb\n\ufffd");
  const record = Buffer.concat([Buffer.from(`100644 ${HASH} 0\ta\tb\n`), Buffer.from([0xff, 0])]);
  expect(file?.record).toEqual(record);
});

test.each(["100644 tree x\ta\0", `100644 blob ${HASH} a\0`, `blob ${HASH}\ta\0`])(
  "%j is not what git prints",
  (text) => {
    expect(parseTree(Buffer.from(text))).toBeNull();
  },
);

test("a file that is perhaps a secret and too long to be looked at is left out", async () => {
  const files = parseTree(Buffer.from(["a", "b"].map(recordOf).join(""))) ?? [];
  const secrets = {
    marks: [],
    kindOf: (path: string) => (path === "a" ? ("perhaps" as const) : null),
    holdsSecret: () => false,
  };
  const rules = { disallowedPaths: [], secrets };
  const { kept, removed } = await filterTree(files, rules, new Set(), async () => null);
  expect(kept.map(({ path }) => path)).toEqual(["b"]);
  expect(removed).toEqual([{ path: "a", because: "secret" }]);
  expect((await filterTree(files, rules, new Set(), async () => Buffer.from(""))).removed).toEqual(
    [],
  );
});

test("a directory that has nothing but secrets is withheld as a whole: a file may not take its name", async () => {
  const paths = ["a/.env", "a/b.ts", "c/d/.env", "c/e/.env", "f/g/.env", "f/h.ts", "i/j.pdf"];
  const files = parseTree(Buffer.from(paths.map(recordOf).join(""))) ?? [];
  const secrets = {
    marks: [],
    kindOf: (path: string) => (path.endsWith(".env") ? ("secret" as const) : null),
    holdsSecret: () => false,
  };
  const rules = { disallowedPaths: ["**/*.pdf"], secrets };
  const { withheld } = await filterTree(files, rules, new Set(), async () => null);
  expect(withheld).toEqual(["a/.env", "c", "f/g"]);
});
