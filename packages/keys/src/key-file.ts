/**
 * A private Ed25519 key in a file: 64 hex digits of its seed, or PEM. A key file is created with
 * mode 0600 and refused if others can read it.
 */
import { createPrivateKey, randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Signer } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal/bad-input";
import { createPrivateDirectory } from "./private-directory.ts";
import { signer } from "./signer.ts";

const SEED = /^[0-9a-fA-F]{64}$/;
const SEED_BYTES = 32;
const PRIVATE = 0o600;
const OTHERS = 0o077;
const MAX_KEY_BYTES = 4_096;

export function readKeyFile(path: string): Signer {
  const text = readPrivately(path).trim();
  if (SEED.test(text)) return signer(text);
  // The message never contains the file's text.
  const problem = `${path}: expected an Ed25519 key, as 64 hex digits or PEM`;
  if (!text.startsWith("-----BEGIN ")) throw new BadInput(problem);
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === "ed25519") return signer(key);
  } catch (cause) {
    throw new BadInput(problem, { cause });
  }
  throw new BadInput(problem);
}

/** Creates the file if it does not exist. Two processes that start at once get the same key. */
export function openKeyFile(path: string): { readonly signer: Signer; readonly isNew: boolean } {
  try {
    createPrivateDirectory(dirname(path));
  } catch (error) {
    throw new BadInput(`cannot create ${dirname(path)}: ${(error as Error).message}`);
  }
  const isNew = createKeyFile(path);
  return { signer: readKeyFile(path), isNew };
}

/** False if the file exists; it is not changed then. */
export function createKeyFile(path: string): boolean {
  // Written under another name first, so that nobody reads half a key.
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  const file = openNew(draft);
  try {
    fchmodSync(file, PRIVATE);
    writeFileSync(file, `${randomBytes(SEED_BYTES).toString("hex")}\n`);
    fsyncSync(file);
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    closeSync(file);
    rmSync(draft);
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, "wx", PRIVATE);
  } catch (error) {
    throw new BadInput(`cannot create a key file: ${(error as Error).message}`);
  }
}

function readPrivately(path: string): string {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new BadInput(
      code === "ENOENT" ? `there is no key file ${path}` : `cannot read the key: ${message}`,
    );
  }
  try {
    const stats = fstatSync(file);
    const { mode, size } = stats;
    if (stats.isDirectory()) throw new BadInput(`${path}: is a directory, not a key`);
    if (process.platform !== "win32" && (mode & OTHERS) !== 0) {
      const octal = (mode & 0o777).toString(8).padStart(4, "0");
      throw new BadInput(
        `${path}: others can read this key (mode ${octal}); run: chmod 600 ${path}`,
      );
    }
    if (size > MAX_KEY_BYTES) throw new BadInput(`${path}: too long for a key`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
