/**
 * Reads the user's files to be sent, under their own names without the folders they are in. They
 * are read only after all of them were found and are small enough together.
 */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { countProblem, sendableProblem } from "./sendable.ts";
import type { PlainFile } from "./slurp/pack.ts";

/** Or the problem, in a sentence. */
export function readFiles(paths: readonly string[]): readonly PlainFile[] | string {
  const count = countProblem(paths.length);
  if (count !== null) return count;
  // A pipe that nobody writes to would wait for ever.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  using open = new DisposableStack();
  const files: { path: string; size: number; descriptor: number }[] = [];
  for (const path of paths) {
    let descriptor: number;
    try {
      descriptor = openSync(path, flags);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === undefined) throw error;
      return code === "ENOENT" ? `there is no file ${path}` : `cannot read ${path}: ${message}`;
    }
    open.defer(() => closeSync(descriptor));
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return `${path} is not a file`;
    files.push({ path: basename(path), size: stats.size, descriptor });
  }
  const problem = sendableProblem(files);
  if (problem !== null) return problem;
  return files.map(({ path, descriptor }) => ({ path, bytes: readFileSync(descriptor) }));
}
