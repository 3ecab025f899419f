/** A bought patch as a file of its own, for a repository that could not take it. */
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeNew } from "@bazaar/guard/write-whole";
import { type ContractId, contractAlias } from "@bazaar/kernel";

const PRIVATE_DIRECTORY = 0o700;
const MAX_NAMES = 100;

/**
 * Its path. A file that is there and has something else stays.
 * @throws if it cannot be written.
 */
export function keepPatch(directory: string, contract: ContractId, patch: string): string {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  for (let count = 1; count <= MAX_NAMES; count += 1) {
    const more = count === 1 ? "" : `-${count}`;
    const path = join(directory, `${contractAlias(contract)}${more}.patch`);
    if (isWritten(path, patch) || readFileSync(path, "utf8") === patch) return path;
  }
  const message = `${directory} has ${MAX_NAMES} other files of this name`;
  throw Object.assign(new Error(message), { code: "EEXIST" });
}

/** False if there is a file. */
function isWritten(path: string, text: string): boolean {
  try {
    writeNew(path, text);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
