/** A bought patch as a file of its own, for a repository that could not take it. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ContractId, contractAlias } from "@bazaar/kernel";

const PRIVATE = 0o600;
const PRIVATE_DIRECTORY = 0o700;
const MAX_NAMES = 100;

/**
 * Its path. A file that is there and has something else, such as half of this from before a crash, stays.
 * @throws if it cannot be written.
 */
export function keepPatch(directory: string, contract: ContractId, patch: string): string {
  mkdirSync(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  for (let count = 1; count <= MAX_NAMES; count += 1) {
    const more = count === 1 ? "" : `-${count}`;
    const path = join(directory, `${contractAlias(contract)}${more}.patch`);
    if (writeNew(path, patch) || readFileSync(path, "utf8") === patch) return path;
  }
  const message = `${directory} has ${MAX_NAMES} other files of this name`;
  throw Object.assign(new Error(message), { code: "EEXIST" });
}

/** False if there is a file. */
function writeNew(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx", PRIVATE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return true;
}
