/**
 * Rules about the whole repository. `Tree` is the list of paths and a way to read one, so that a test
 * can pass a small made-up repository.
 */
import { basename, dirname, join } from "node:path/posix";

export interface Tree {
  readonly paths: readonly string[];
  read(path: string): string;
}

const ACTS = "packages/kernel/src/contract/acts/";
const PAGES = "spec/acts/";

/** One act, one file, one page, one test; all under one name. */
export function actsHavePages(tree: Tree): string[] {
  const acts = namesIn(tree, ACTS, /^[^.]+\.ts$/);
  const pages = namesIn(tree, PAGES, /^(?!README)[^.]+\.md$/);
  if (acts.length === 0 || pages.length === 0) return [];
  return [
    ...acts
      .filter((act) => !pages.includes(act))
      .map((act) => `${ACTS}${act}.ts has no page: write ${PAGES}${act}.md`),
    ...pages
      .filter((page) => !acts.includes(page))
      .map((page) => `${PAGES}${page}.md describes an unknown act: write ${ACTS}${page}.ts`),
  ];
}

/** An act is tested in a file of its own, beside it. */
export function actsHaveTests(tree: Tree): string[] {
  return namesIn(tree, ACTS, /^[^.]+\.ts$/)
    .filter((act) => !tree.paths.includes(`${ACTS}${act}.test.ts`))
    .map((act) => `${ACTS}${act}.ts has no test: write ${ACTS}${act}.test.ts`);
}

/** Folders of which each is one way to do the same, and what a test in it must contain. */
const PROVEN: readonly { readonly folder: RegExp; readonly call: string }[] = [
  { folder: /^packages\/rails\/src\/[^/]+\//, call: "railConformance(" },
  { folder: /^packages\/store\/src\/[^/]+\//, call: "storeConformance(" },
  // A chat carries no contracts.
  { folder: /^packages\/doors\/src\/(?!chat\/)[^/]+\/connect\//, call: "connectionConformance(" },
  { folder: /^packages\/kernel\/src\/check\/[^/]+\//, call: "test" },
];

/** Each adapter passes the suite of its port, each check has a test in its folder. */
export function adaptersAreProven(tree: Tree): string[] {
  return PROVEN.flatMap(({ folder, call }) => {
    const found = tree.paths.flatMap((path) => folder.exec(path) ?? []);
    return [...new Set(found)]
      .filter((start) => !hasTestWith(tree, start, call))
      .map((start) => `${start} has no test that contains "${call}": write one`);
  });
}

function hasTestWith(tree: Tree, folder: string, call: string): boolean {
  return tree.paths
    .filter((path) => path.startsWith(folder) && path.endsWith(".test.ts"))
    .some((path) => tree.read(path).includes(call));
}

/** package.json and LICENSE of every package name the same licence. */
export function packagesHaveLicences(tree: Tree): string[] {
  return tree.paths
    .filter((path) => /^(?:packages|apps)\/[^/]+\/package\.json$/.test(path))
    .flatMap((path) => {
      const { license } = JSON.parse(tree.read(path)) as { license?: string };
      const page = join(dirname(path), "LICENSE");
      if (!license) return [`${path} has no licence: add "license"`];
      if (!tree.paths.includes(page))
        return [`${page} is missing: write one that names ${license}`];
      return tree.read(page).includes(license) ? [] : [`${page} does not name ${license}`];
    });
}

/** Relative links point to existing files. Web addresses are not checked. */
export function linksResolve(tree: Tree): string[] {
  const known = new Set(tree.paths.flatMap((path) => [path, ...folders(path)]));
  return tree.paths
    .filter((path) => path.endsWith(".md"))
    .flatMap((path) =>
      [...tree.read(path).matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        .map(([, link]) => link ?? "")
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => !known.has(join(dirname(path), link).replace(/\/$/, "")))
        .map((link) => `${path} links to ${link}, which does not exist: correct the link`),
    );
}

/** The files that packages export. */
export function exportTargets(tree: Tree): Set<string> {
  const targets = tree.paths
    .filter((path) => basename(path) === "package.json")
    .flatMap((path) => {
      const { exports = {} } = JSON.parse(tree.read(path)) as { exports?: Record<string, string> };
      return Object.values(exports).map((target) => join(dirname(path), target));
    });
  return new Set(targets);
}

function namesIn(tree: Tree, folder: string, shape: RegExp): string[] {
  return tree.paths
    .filter((path) => path.startsWith(folder) && shape.test(path.slice(folder.length)))
    .map((path) => basename(path).replace(/\.[^.]+$/, ""));
}

function folders(path: string): string[] {
  const parent = dirname(path);
  return parent === "." ? ["."] : [parent, ...folders(parent)];
}
