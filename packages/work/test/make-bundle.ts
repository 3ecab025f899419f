/** The bundle that a buyer sends of a repository. Needs git. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type BundleRequest,
  type MadeBundle,
  makeFilteredBundle,
} from "../src/repository/filtered-bundle.ts";
import { gitProcess } from "../src/repository/git-process.ts";

export async function makeBundle(request: Omit<BundleRequest, "folder">): Promise<MadeBundle> {
  const folder = mkdtempSync(join(tmpdir(), "bazaar-made-"));
  try {
    return await makeFilteredBundle({ ...request, folder }, gitProcess);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
