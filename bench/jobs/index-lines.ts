/** An index of this repository's own files, beside `git grep` over the same ones. */
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type FileScan, indexFiles, repoIndex, type ScanCache } from "@bazaar/work";
import { count, type Line, rateOf, rates } from "../measure.ts";

const TOP = join(import.meta.dirname, "..", "..");
const TYPES = ["digests", "symbols", "dependencies"];
/** Roughly what a definition looks like in most languages. */
const DEFINITION = "(class|def|fn|func|function|interface|struct|type) +[A-Za-z_]+";

export async function indexLines(): Promise<readonly Line[]> {
  const paths = execFileSync("git", ["ls-files", "-z"], { cwd: TOP, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "");
  const cache: ScanCache = new Map<string, FileScan>();
  const measured = await rates([
    { name: "git grep", run: () => grep(paths.length) },
    { name: "first", run: () => index(paths) },
    { name: "again", run: () => index(paths, cache) },
  ]);
  const line = (what: string, name: string): Line => ({
    what: `index of ${count(paths.length)} files${what}`,
    figure: `${count(rateOf(measured, name))} files/s`,
    reference: `git grep for definitions ${count(rateOf(measured, "git grep"))} files/s`,
    ratio: rateOf(measured, name) / rateOf(measured, "git grep"),
    target: null,
  });
  return [line("", "first"), line(", most known", "again")];
}

/** From the disk to the payload: digests, symbols and dependencies. */
function index(paths: readonly string[], cache?: ScanCache): number {
  const files = paths.map((path) => ({ path, content: readFileSync(join(TOP, path)) }));
  repoIndex(indexFiles(files, cache), TYPES);
  return paths.length;
}

function grep(files: number): number {
  const args = ["grep", "--line-number", "--extended-regexp", DEFINITION];
  const { status } = spawnSync("git", args, { cwd: TOP, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`git grep ended with ${status}`);
  return files;
}
