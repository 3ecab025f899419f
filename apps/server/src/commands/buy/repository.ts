/** What a provider gets to see of a repository: one commit, without secrets and what is denied. */
import { createHash } from "node:crypto";
import { holdsSecret, repositorySecret } from "@bazaar/guard/repository-secrets";
import { BadInput } from "@bazaar/terminal";
import { type AddedFile, makeFilteredBundle } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";
import type { Buyer } from "./purchase.ts";

export interface SentRepository {
  /** The commit of the buyer's own repository, 40 hex digits. */
  readonly source: string;
  /** The filtered one. */
  readonly commit: string;
  readonly bundle: Uint8Array;
  /** The bundle's name as an artifact. */
  readonly artifact: string;
}

export async function readRepository(
  { tell }: Buyer,
  directory: string,
  denied: readonly string[],
  adds: readonly AddedFile[] = [],
): Promise<SentRepository> {
  const source = await headOf(directory);
  const secrets = { kindOf: repositorySecret, holdsSecret };
  const made = await makeFilteredBundle(
    { directory, revision: source, adds, disallowedPaths: denied, secrets },
    gitProcess,
  );
  if ("problem" in made) throw new BadInput(`--repo: ${made.problem}`);
  const { commit, bundle, files, removed } = made;
  tell("prepared", `${files} files are sent, ${removed.length} are not`, {
    commit,
    removed: removed.map(({ path, because }) => ({ path, because })),
  });
  const hash = createHash("sha256").update(bundle).digest("hex");
  return { source, commit, bundle, artifact: `sha256:${hash}` };
}

export async function sendRepository(
  { connection, signal }: Buyer,
  { bundle }: SentRepository,
): Promise<void> {
  const stored = await connection.keepArtifact(bundle, signal);
  if (!stored.ok) throw new BadInput(`the repository was not stored: ${stored.refusal.detail}`);
}

async function headOf(directory: string): Promise<string> {
  const args = ["-C", directory, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"];
  const { exitCode, stdout } = await gitProcess({ args });
  if (exitCode !== 0) throw new BadInput(`--repo: ${directory} is not a repository with a commit`);
  return stdout.toString("utf8").trim();
}
