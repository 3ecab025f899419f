import { expect, test } from "vitest";
import {
  actsHavePages,
  actsHaveTests,
  adaptersAreProven,
  exportTargets,
  linksResolve,
  packagesHaveLicences,
  type Tree,
} from "./tree.ts";

const ACT = "packages/kernel/src/contract/acts/review-accept.ts";
const PAGE = "spec/acts/review-accept.md";

test("every act has a page and every page an act", () => {
  const other = { "packages/kernel/src/contract/acts/bond.ts": "", "spec/acts/bond.md": "" };
  expect(actsHavePages(tree({ ...other, [ACT]: "", [PAGE]: "" }))).toEqual([]);
  expect(actsHavePages(tree({ ...other, [ACT]: "" }))).toEqual([
    expect.stringContaining(`write ${PAGE}`),
  ]);
  expect(actsHavePages(tree({ ...other, [PAGE]: "" }))).toEqual([
    expect.stringContaining(`write ${ACT}`),
  ]);
});

test("an act has a test file of its own", () => {
  const beside = ACT.replace(".ts", ".test.ts");
  const table = { "packages/kernel/src/contract/table.test.ts": '["review_accept"]' };
  expect(actsHaveTests(tree({ [ACT]: "", [beside]: "" }))).toEqual([]);
  expect(actsHaveTests(tree({ [ACT]: "" }))).toEqual([expect.stringContaining(`write ${beside}`)]);
  expect(actsHaveTests(tree({ [ACT]: "", ...table }))).toHaveLength(1);
});

test.each([
  { folder: "packages/rails/src/nano/", suite: "railConformance" },
  { folder: "packages/store/src/postgres/", suite: "storeConformance" },
  { folder: "packages/doors/src/nostr/connect/", suite: "connectionConformance" },
  { folder: "packages/kernel/src/check/benchmark/", suite: "test" },
])("$folder has a test that calls $suite", ({ folder, suite }) => {
  const code = `${folder}index.ts`;
  const beside = `${folder}any.test.ts`;
  const elsewhere = folder.replace(/[^/]+\/(connect\/)?$/, "other/$1any.test.ts");
  const call = `${suite}("it", make);`;
  expect(adaptersAreProven(tree({ [code]: "", [beside]: call }))).toEqual([]);
  const missing = [expect.stringContaining(`${folder} has no test that contains "${suite}`)];
  expect(adaptersAreProven(tree({ [code]: call, [elsewhere]: call }))).toEqual(missing);
  expect(adaptersAreProven(tree({ [code]: call, [beside]: "" }))).toEqual(missing);
});

test("a package and its LICENSE agree", () => {
  const path = "packages/store/package.json";
  const page = "packages/store/LICENSE";
  const manifest = { [path]: '{"license": "AGPL-3.0-or-later"}' };
  expect(packagesHaveLicences(tree({ [path]: "{}" }))).toHaveLength(1);
  expect(packagesHaveLicences(tree(manifest))).toHaveLength(1);
  expect(packagesHaveLicences(tree({ ...manifest, [page]: "MIT" }))).toHaveLength(1);
  expect(packagesHaveLicences(tree({ ...manifest, [page]: "AGPL-3.0-or-later" }))).toEqual([]);
});

test("a link points to a file or a folder", () => {
  const page = (link: string) => tree({ "spec/README.md": `[a](${link})`, [PAGE]: "" });
  expect(linksResolve(page("acts/bond.md"))).toHaveLength(1);
  expect(linksResolve(page("acts/review-accept.md#refusals"))).toEqual([]);
  expect(linksResolve(page("acts/"))).toEqual([]);
  expect(linksResolve(page("https://example.org"))).toEqual([]);
  expect(linksResolve(page("#words"))).toEqual([]);
});

test("exported files are read from package.json", () => {
  const found = exportTargets(
    tree({ "packages/store/package.json": '{"exports": {".": "./src/index.ts"}}' }),
  );
  expect([...found]).toEqual(["packages/store/src/index.ts"]);
});

function tree(files: Record<string, string>): Tree {
  return { paths: Object.keys(files), read: (path) => files[path] ?? "" };
}
