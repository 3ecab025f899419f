import { closeSync, mkdtempSync, openSync, readSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const CHUNK_BYTES = 256 * 1024;
const OWNER_ONLY = 0o600;

/** A temporary file without a name: it disappears with its descriptor. */
export class UnlinkedFile implements Disposable {
  readonly descriptor: number;

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), "fix-"));
    this.descriptor = openSync(join(folder, "output"), "wx+", OWNER_ONLY);
    rmSync(folder, { recursive: true });
  }

  *chunks(): Generator<Buffer> {
    for (let position = 0; ; ) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const length = readSync(this.descriptor, chunk, 0, CHUNK_BYTES, position);
      if (length === 0) return;
      position += length;
      yield chunk.subarray(0, length);
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }
}
