import { explainCommitRefusal, type Recovered, recover, shownPath } from "@bazaar/guard/commit";
import { complain } from "./terminal.ts";
import { quoted } from "./undo/line-parts.ts";
import { ownStateDirectory } from "./undo/own-state-directory.ts";

/**
 * Finishes or reverts commits that earlier runs left incomplete, before anything new begins. Returns
 * why nothing new may begin, if neither is possible in this directory; other directories are only
 * named.
 */
export async function recoverFirst(directory: string | null): Promise<string | null> {
  const recovered = await recover(ownStateDirectory());
  if (!recovered.ok) return explainCommitRefusal(recovered.refusal).join("\n");
  let problem: string | null = null;
  for (const each of recovered.value) {
    if (each.did !== "failed") sayRecovered(each);
    else if (shownPath(each.made.directory) === directory) problem = unrecoveredWords(each);
    else complain(unrecoveredWords(each));
  }
  return problem;
}

function sayRecovered({ did, taken }: Exclude<Recovered, { readonly did: "failed" }>): void {
  complain(
    did === "finished" ? "finished an interrupted commit" : "reverted an interrupted commit",
  );
  for (const path of taken) {
    complain(`${quoted(path)} was in use; fix recover lists its old content`);
  }
}

function unrecoveredWords({ made, problem }: Extract<Recovered, { readonly did: "failed" }>) {
  return explainCommitRefusal({ code: "not_recovered", made, problem }).join("\n");
}
