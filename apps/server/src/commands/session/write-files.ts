/** The files of a session in a folder of their own. None that is there is replaced. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BadInput, say } from "@bazaar/terminal";

export function writeFiles(folder: string, files: readonly (readonly [string, string])[]): void {
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) {
      writeFileSync(join(folder, name), text, { flag: "wx" });
      say(join(folder, name));
    }
  } catch (error) {
    throw new BadInput(`cannot write the files: ${(error as Error).message}`, { cause: error });
  }
}
