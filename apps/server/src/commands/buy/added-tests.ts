/** Tests that the buyer brings: files of its working tree, which the patch must make pass and may not change. */
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { isTreePath } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import type { AddedFile } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";

const MAX_BYTES = 2 ** 20;
const EXECUTABLE = 0o100;

export async function addedTests(
  directory: string,
  files: readonly string[],
): Promise<readonly AddedFile[]> {
  if (files.length === 0) return [];
  const args = ["-C", directory, "rev-parse", "--show-toplevel"];
  const { exitCode, stdout } = await gitProcess({ args });
  if (exitCode !== 0) throw new BadInput(`--repo: ${directory} has no working tree`);
  const top = realpathSync(stdout.toString("utf8").replace(/\n$/, ""));
  return files.map((file) => readTest(top, file));
}

function readTest(top: string, file: string): AddedFile {
  try {
    const at = resolve(file);
    const name = join(realpathSync(dirname(at)), basename(at));
    const path = relative(top, name).split(sep).join("/");
    const found = lstatSync(name);
    if (!isTreePath(path)) throw new BadInput(`--add-test: ${file} is not in the repository`);
    // Opened only if it is a file: a link could lead anywhere.
    if (!found.isFile()) throw new BadInput(`--add-test: ${file} is not a file`);
    if (found.size > MAX_BYTES) {
      throw new BadInput(`--add-test: ${file} has more than ${MAX_BYTES} bytes`);
    }
    const isExecutable = (found.mode & EXECUTABLE) !== 0;
    return { path, mode: isExecutable ? "100755" : "100644", content: readFileSync(name) };
  } catch (error) {
    if (error instanceof BadInput) throw error;
    throw new BadInput(`--add-test: ${file} cannot be read`, { cause: error });
  }
}
