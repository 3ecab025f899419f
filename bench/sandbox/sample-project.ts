import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";

const FILES = 1_000;
const FILES_PER_DIRECTORY = 50;

/** Where a project usually is: an ordinary user's is in the home. */
export function benchFolder(): string {
  return mkdtempSync(join(process.getuid?.() === 0 ? tmpdir() : homedir(), "bazaar-bench-"));
}

/** Some of the files are hidden from commands. */
export function makeProject(directory: string): void {
  for (let first = 0; first < FILES; first += FILES_PER_DIRECTORY) {
    const inside = join(directory, "src", `${first}`);
    mkdirSync(inside, { recursive: true });
    for (let n = 1; n < FILES_PER_DIRECTORY; n += 1) writeFileSync(join(inside, `${n}.txt`), "x\n");
    writeFileSync(join(inside, ".env"), "TOKEN=none\n");
  }
}
