/**
 * What `git cat-file --batch` writes for a list of objects: for each its id, kind and size on a line, its
 * content, and a newline. Objects come in pieces of any length, and are handed on whole.
 */
import type { TreeEntry } from "./read-tree.ts";

const NEWLINE = 0x0a;

export class ObjectStream {
  readonly #files: readonly TreeEntry[];
  readonly #onFile: (file: TreeEntry, content: Buffer) => void;
  #at = 0;
  #isBroken = false;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(files: readonly TreeEntry[], onFile: (file: TreeEntry, content: Buffer) => void) {
    this.#files = files;
    this.#onFile = onFile;
  }

  /** Whether every file was handed on, and nothing came after them. */
  get isComplete(): boolean {
    return !this.#isBroken && this.#at === this.#files.length;
  }

  push(bytes: Buffer): void {
    if (this.#isBroken) return;
    this.#pieces.push(Buffer.from(bytes));
    this.#size += bytes.length;
    while (!this.#isBroken && this.#take()) {}
  }

  /** Hands on the next file, if all of it is there. */
  #take(): boolean {
    const file = this.#files[this.#at];
    if (file === undefined) {
      this.#isBroken = this.#size > 0;
      return false;
    }
    const head = `${file.object} blob ${file.bytes}\n`;
    const whole = head.length + file.bytes + 1;
    if (this.#size < whole) return false;
    const joined = this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces);
    if (joined === undefined) return false;
    const isExpected =
      joined.subarray(0, head.length).toString("latin1") === head && joined[whole - 1] === NEWLINE;
    if (!isExpected) {
      this.#isBroken = true;
      return false;
    }
    this.#pieces = [joined.subarray(whole)];
    this.#size -= whole;
    this.#at += 1;
    this.#onFile(file, joined.subarray(head.length, whole - 1));
    return true;
  }
}
