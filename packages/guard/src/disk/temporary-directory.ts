/**
 * Directories for temporary files, named after their process. One that was killed could not remove its
 * own: the next one that is made in the same place removes them, whatever they were for.
 */
import { mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { ownedName, ownerOf } from "../jail/owner.ts";
import { namesOrNone } from "./names-in.ts";
import { isPrivatePath } from "./private-path.ts";
import { rawPath } from "./raw-path.ts";
import { NotRemoved, removeTree } from "./remove-tree.ts";

const NAME = /^bazaar-[a-z]+-(?<owner>.+)$/;

export class TemporaryDirectory implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** `purpose` is a word for people who look at the place. */
  static async make(purpose: string, place = tmpdir()): Promise<TemporaryDirectory> {
    await sweepTemporary(place);
    const path = join(place, `bazaar-${purpose}-${ownedName()}`);
    await mkdir(path, { mode: 0o700 });
    return new TemporaryDirectory(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await remove(this.path);
  }
}

async function sweepTemporary(place: string): Promise<void> {
  for (const name of namesOrNone(rawPath(place))) {
    const owner = NAME.exec(name)?.groups?.owner ?? "";
    const path = join(place, name);
    // Everybody can write to most such places, where a name does not say who made it.
    if (ownerOf(owner) !== "dead" || !isPrivatePath(path)) continue;
    await remove(path).catch(leftForNext);
  }
}

function leftForNext(error: unknown): void {
  if (!(error instanceof NotRemoved) && errorCode(error) === "") throw error;
}

/** Commands may have closed directories in it, which only happens where there are sandboxes. */
async function remove(path: string): Promise<void> {
  if (process.platform === "linux") await removeTree(path);
  else await rm(path, { recursive: true, force: true });
}
