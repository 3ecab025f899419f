import {
  defaultStateDirectory,
  explainCommitRefusal,
  recover,
  shownPath,
} from "@bazaar/guard/commit";
import { complain } from "./terminal.ts";

/**
 * What an earlier run left half-done comes before anything new, so that nobody works on a disk
 * that is neither what it was nor what it shall be.
 * Answers why nothing new may begin, where it can be neither finished nor taken back.
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
