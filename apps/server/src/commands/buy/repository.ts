/** What a provider gets to see of a repository: one commit, without secrets and what is denied. */
import { createHash } from "node:crypto";
import { holdsSecret, repositorySecret, SECRET_MARKS } from "@bazaar/guard/repository-secrets";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import { BadInput } from "@bazaar/terminal";
import { type AddedFile, makeFilteredBundle } from "@bazaar/work";
import { gitProcess } from "@bazaar/work/git-process";
import { refuseBadGlobs } from "./buy-input.ts";
import type { Buyer } from "./purchase.ts";

const MAX_NAMED = 20;
const SHOWN_COMMIT = 12;

export interface SentRepository {
  /** The commit of the buyer's own repository, 40 hex digits. */
  readonly source: string;
  /** Where the buyer is in it; empty: at the top. */
  readonly subdir: string;
  /** What the buyer did not ask to leave out. A patch must not make it either: it is there. */
  readonly withheld: readonly string[];
  /** The filtered one. */
  readonly commit: string;
  readonly bundle: Uint8Array;
  /** The bundle's name as an artifact. */
  readonly artifact: string;
}

export async function readRepository(
  { tell }: Pick<Buyer, "tell">,
  directory: string,
  denied: readonly string[],
  adds: readonly AddedFile[] = [],
): Promise<SentRepository> {
  refuseBadGlobs("--deny", denied);
  const source = await headOf(directory);
  const secrets = { marks: SECRET_MARKS, kindOf: repositorySecret, holdsSecret };
  await using folder = await TemporaryDirectory.make("bundle");
  const rules = { adds, disallowedPaths: denied, secrets };
  const made = await makeFilteredBundle(
    { directory, folder: folder.path, revision: source, ...rules },
    gitProcess,
  );
  if ("problem" in made) throw new BadInput(`--repo: ${made.problem}`);
  const { commit, bundle, files, removed, withheld } = made;
  const sent = `${files} ${files === 1 ? "file" : "files"} of ${source.slice(0, SHOWN_COMMIT)}`;
  tell({
    step: "prepared",
    words: `${sent}${notSentWords(removed)}`,
    facts: { commit, removed: removed.map(({ path, because }) => ({ path, because })) },
  });
  const hash = createHash("sha256").update(bundle).digest("hex");
  return {
    source,
    withheld,
    subdir: await subdirOf(directory),
    commit,
    bundle,
    artifact: `sha256:${hash}`,
  };
}

export async function sendRepository(
  { connection, signal }: Buyer,
  { bundle }: SentRepository,
): Promise<void> {
  const stored = await connection.keepArtifact(bundle, signal);
  if (!stored.ok) throw new BadInput(`the market does not take it: ${stored.refusal.detail}`);
}

function notSentWords(
  removed: readonly { readonly path: string; readonly because: string }[],
): string {
  if (removed.length === 0) return "";
  const named = removed.slice(0, MAX_NAMED).map(({ path, because }) => `${path} (${because})`);
  const more = removed.length > named.length ? `, and ${removed.length - named.length} more` : "";
  return `; not sent: ${named.join(", ")}${more}`;
}

async function headOf(directory: string): Promise<string> {
  const args = ["-C", directory, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"];
  const { exitCode, stdout } = await gitProcess({ args });
  if (exitCode !== 0) {
    throw new BadInput(`--repo: ${directory} is not a git repository with a commit`);
  }
  return stdout.toString("utf8").trim();
}

/** A repository without a working tree has only its top. */
async function subdirOf(directory: string): Promise<string> {
  const { exitCode, stdout } = await gitProcess({
    args: ["-C", directory, "rev-parse", "--show-prefix"],
  });
  return exitCode === 0 ? stdout.toString("utf8").replace(/\/?\n$/, "") : "";
}
