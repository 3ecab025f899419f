/**
 * Reads the files of the commit that is checked out in a sandbox, one after the other, as git stores them.
 *
 * The list comes first: what is not wanted is not read, and what is read comes in batches that neither a
 * limit on output nor the memory here can object to. Links and submodules are no files.
 */
import { WholeStdout } from "../run/whole-stdout.ts";
import type { Sandbox } from "../sandbox.ts";
import { quietGitText, REPOSITORY } from "./check-out.ts";
import { ObjectStream } from "./object-stream.ts";

export interface TreeEntry {
  readonly path: string;
  readonly object: string;
  readonly bytes: number;
}

export interface ReadBounds {
  readonly leftMs: () => number;
  readonly signal: AbortSignal;
}

const MAX_FILES = 200_000;
const MAX_LIST_BYTES = 32 * 2 ** 20;
const MAX_TREE_BYTES = 512 * 2 ** 20;
/** Of files in one batch: the sandbox limits what a command may write. */
const MAX_BATCH_BYTES = 8 * 2 ** 20;
/** Their ids are part of the command, which has at most 128 KiB. */
const MAX_BATCH_FILES = 2_000;

const ENTRY = /^100(?:644|755) blob ([0-9a-f]{40}) +([0-9]{1,15})\t([\s\S]+)$/;

/** Regular files in the order of their paths, or a sentence that says why not. */
export async function listTree(
  sandbox: Sandbox,
  bounds: ReadBounds,
): Promise<readonly TreeEntry[] | string> {
  const listed = new WholeStdout(MAX_LIST_BYTES);
  const text = inRepository("git ls-tree -r -l -z --full-tree HEAD");
  const { exitCode } = await sandbox.run({
    text,
    timeoutMs: Math.max(1, bounds.leftMs()),
    signal: bounds.signal,
    onOutput: listed.onOutput,
  });
  if (exitCode !== 0 || listed.isCut) return "The files of the commit cannot be listed.";
  const names = listed.bytes.toString("utf8").split("\0");
  if (names.length > MAX_FILES) return `The commit has more than ${MAX_FILES} files.`;
  return names.flatMap((line) => {
    const [, object, bytes, path] = ENTRY.exec(line) ?? [];
    if (object === undefined || path === undefined) return [];
    return [{ path, object, bytes: Number(bytes) }];
  });
}

/** `onFile` gets each of the files; null, or a sentence that says why it did not get all. */
export async function readTree(
  sandbox: Sandbox,
  files: readonly TreeEntry[],
  bounds: ReadBounds,
  onFile: (path: string, content: Buffer) => void,
): Promise<string | null> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MAX_TREE_BYTES) return `The files have more than ${MAX_TREE_BYTES} bytes.`;
  for (const batch of batchesOf(files)) {
    if (bounds.leftMs() <= 0) return "There was no time left to read the files.";
    const stream = new ObjectStream(batch, ({ path }, content) => onFile(path, content));
    await sandbox.run({
      text: inRepository(batchText(batch)),
      timeoutMs: Math.max(1, bounds.leftMs()),
      signal: bounds.signal,
      onOutput: (bytes, from) => {
        if (from === "stdout") stream.push(bytes);
      },
    });
    if (!stream.isComplete) return "The files of the commit cannot be read.";
  }
  return null;
}

function* batchesOf(files: readonly TreeEntry[]): Generator<readonly TreeEntry[]> {
  let batch: TreeEntry[] = [];
  let size = 0;
  for (const file of files) {
    const isFull = batch.length === MAX_BATCH_FILES || size + file.bytes > MAX_BATCH_BYTES;
    if (isFull && batch.length > 0) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(file);
    size += file.bytes;
  }
  if (batch.length > 0) yield batch;
}

function batchText(batch: readonly TreeEntry[]): string {
  const ids = batch.map(({ object }) => object).join("\n");
  return `git cat-file --batch --buffer <<'END'\n${ids}\nEND`;
}

function inRepository(text: string): string {
  return `${quietGitText()}\ncd ${REPOSITORY} || exit\n${text}\n`;
}
