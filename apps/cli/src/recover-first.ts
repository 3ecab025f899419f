import { explainCommitRefusal, recover } from "@bazaar/guard/commit";
import { complain } from "./terminal.ts";
import { quoted } from "./undo/line-parts.ts";
import { ownStateDirectory } from "./undo/own-state-directory.ts";

/**
 * Finishes or reverts a commit that an earlier run left incomplete, before anything new begins.
 * Returns why nothing new may begin, if neither is possible.
 */
export async function recoverFirst(): Promise<string | null> {
  const recovered = await recover(ownStateDirectory());
  if (!recovered.ok) return explainCommitRefusal(recovered.refusal).join("\n");
  for (const { did, taken } of recovered.value) {
    complain(
      did === "finished" ? "finished an interrupted commit" : "reverted an interrupted commit",
    );
    for (const path of taken) {
      complain(`${quoted(path)} was in use; fix recover lists its old content`);
    }
  }
  return null;
}
