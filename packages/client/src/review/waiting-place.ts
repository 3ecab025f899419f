/** Stores an autonomous repair until its review: its layer in the guard, its facts in a record. */
import { NotKept } from "@bazaar/guard/sandbox";
import { invariant } from "@bazaar/kernel";
import type { Failure } from "../repair/failure.ts";
import type { WaitingPlace } from "../repair/principal.ts";
import type { Attempt } from "../repair/try-fix.ts";
import { changesDigest } from "./changes-digest.ts";
import type { WaitingRepair } from "./waiting-repair.ts";
import type { WaitingRepairs } from "./waiting-repairs.ts";

export interface WaitingAbout extends Pick<WaitingRepair, "market" | "network" | "shows"> {
  readonly failure: Pick<Failure, "command" | "directory" | "exitCode">;
}

export function waitingPlace(
  repairs: WaitingRepairs,
  { failure, market, network, shows }: WaitingAbout,
): WaitingPlace {
  return {
    begin({ id, chain: known }) {
      const { command, directory, exitCode } = failure;
      const about = { contract: id, market, command, directory, exitCode, network, shows };
      repairs.write({ ...about, known, kept: null });
    },
    async keep({ id, chain: known }, { proposal, seq, attempt, changes }) {
      const waiting = repairs.find(id);
      invariant(waiting !== null, "a repair is kept without a record");
      const { evidence } = attempt;
      const shown = changesDigest(changes);
      const sandbox = await keptId(attempt, repairs.pathOf(id));
      repairs.write({
        ...waiting,
        known,
        kept: {
          fixSeq: seq,
          sandbox,
          correctedCommand: proposal.correctedCommand,
          evidence,
          shown,
          step: "undecided",
        },
      });
    },
    end: ({ id }) => repairs.remove(id),
  };
}

/**
 * Null if it cannot be kept: the fix is in the transcript and is run again for the review. The label
 * is the record's path.
 */
export async function keptId(attempt: Attempt, label: string): Promise<string | null> {
  try {
    return (await attempt.keep(label)).id;
  } catch (error) {
    if (error instanceof NotKept) return null;
    throw error;
  }
}
