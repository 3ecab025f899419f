import {
  defaultStateDirectory,
  explainCommitRefusal,
  recover,
  shownPath,
} from "@bazaar/guard/commit";
import { complain } from "./terminal.ts";

/**
 * Finishes or reverts a commit that an earlier run left incomplete, before anything new begins.
 * Returns why nothing new may begin, if neither is possible.
 */
export async function recoverFirst(): Promise<string | null> {
  const recovered = await recover(defaultStateDirectory(process.getuid?.() ?? -1, process.env));
  if (!recovered.ok) return explainCommitRefusal(recovered.refusal).join("\n");
  for (const { did, taken, directory } of recovered.value) {
    complain(
      did === "finished" ? "finished an interrupted commit" : "reverted an interrupted commit",
    );
    for (const path of taken) {
      complain(`${JSON.stringify(shownPath(path))} was in use; its old content is in ${directory}`);
    }
  }
  return null;
}
