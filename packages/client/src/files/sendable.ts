import { MAX_FILE_BYTES, MAX_FILES, MAX_TOTAL_BYTES } from "./limits.ts";
import { archivePathProblem, foldedPath } from "./slurp/archive-path.ts";

export interface SizedFile {
  readonly path: string;
  readonly size: number;
}

/** Why these files cannot be sent together, or null. */
export function sendableProblem(files: readonly SizedFile[]): string | null {
  const count = countProblem(files.length);
  if (count !== null) return count;
  const seen = new Set<string>();
  for (const { path, size } of files) {
    const problem = archivePathProblem(path);
    if (problem !== null) return `${path}: ${problem}`;
    if (seen.has(foldedPath(path))) return `${path}: another file has this name`;
    if (size > MAX_FILE_BYTES)
      return `${path} has ${size} bytes; a file may have ${MAX_FILE_BYTES}`;
    seen.add(foldedPath(path));
  }
  const total = totalSize(files);
  if (total <= MAX_TOTAL_BYTES) return null;
  return `the files have ${total} bytes; together they may have ${MAX_TOTAL_BYTES}`;
}

export function countProblem(count: number): string | null {
  if (count === 0) return "there is no file to send";
  return count > MAX_FILES ? `${count} files; at most ${MAX_FILES} can be sent` : null;
}

export function totalSize(files: readonly SizedFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
