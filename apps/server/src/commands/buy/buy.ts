/**
 * `bazaar buy`: posts a job with its budget held, waits for a provider, verifies the result in a sandbox
 * of this machine, and pays for what passes.
 */
import { Command } from "@bazaar/terminal";
import { buyAny } from "./any-job.ts";
import { buyIndex } from "./index-job.ts";
import { buyPatch } from "./patch-job.ts";
import { buyReview } from "./review-job.ts";
import { buyRun } from "./run-job.ts";
import { buyText } from "./text-job.ts";

export function buyCommand(): Command {
  const buy = new Command("buy").description("buy work that is verified here before it is paid");
  const each = [buyPatch(), buyReview(), buyIndex(), buyRun(), buyText(), buyAny()];
  for (const command of each) {
    buy.addCommand(command);
  }
  return buy;
}
