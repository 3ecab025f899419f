/** Made-up files on the disk, for jails that have no directory of their own: named by contents. */
import { createHash } from "node:crypto";
import { lstatSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivatePath } from "../disk/private-path.ts";

const DIRECTORY = "made";

/** Where each text is stored. @throws where the state directory cannot be used. */
export function storeMade(stateDirectory: string): (text: string) => string {
  const directory = join(stateDirectory, DIRECTORY);
  const shared = makePrivatePath(directory);
  if (shared !== null) throw new Error(`${shared} can be written by other users`);
  return (text) => {
    const path = join(directory, createHash("sha256").update(text).digest("hex").slice(0, 32));
    if (lstatSync(path, { throwIfNoEntry: false })?.size !== Buffer.byteLength(text)) {
      writeFileSync(`${path}.${process.pid}`, text, { mode: 0o600 });
      renameSync(`${path}.${process.pid}`, path);
    }
    return path;
  };
}
