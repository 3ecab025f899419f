/** How a repair through a market ended, if its last entries do not show it. */
import type { Repair } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/connection";
import { isEnded } from "@bazaar/kernel";
import { explainMarketRefusal } from "../contracts/explain-market-refusal.ts";
import { shortName, silenceWords, waitingWords } from "../contracts/state-words.ts";
import { nextSteps } from "./review/waiting-words.ts";
import type { Declined } from "./user-interface.ts";

interface Said {
  readonly label: string;
  readonly text: string;
}

/** How the search for a fix ended without one. */
export interface Search {
  readonly declined: Declined | null;
  /** Whether a cause or a command to type was named. */
  readonly hasHint: boolean;
  readonly hasTried: boolean;
}

export function outcomeWords(
  done: Repair,
  nowMs: number,
  search: Omit<Search, "hasTried">,
): readonly Said[] {
  switch (done.is) {
    case "refused":
      return [{ label: "refused", text: explainMarketRefusal(done.refusal) }];
    case "waiting":
      return nextSteps(done.contract, nowMs).map((text) => ({ label: "review", text }));
    case "stopped":
      return stopWords(done.contract, nowMs).map((text) => ({ label: "stopped", text }));
    case "unreachable":
      return [
        { label: "no market", text: `it stopped answering: ${done.because}` },
        { label: "contract", text: whereabouts(done.contract) },
      ];
    case "interrupted":
      return [
        {
          label: "stopped",
          text: "stopped by you while posting; fix status shows whether it was posted",
        },
      ];
    case "over":
      return done.repaired === null
        ? unrepaired({ ...search, hasTried: hasFix(done.contract) })
        : [];
  }
}

/** A fix that was declined worked, whatever was tried after it. */
export function unrepaired({ declined, hasHint, hasTried }: Search): readonly Said[] {
  switch (declined) {
    case "by_you":
      return [{ label: "rejected", text: `rejected by you (the check passed); ${UNCHANGED}` }];
    case "unasked":
      return [
        { label: "unchanged", text: `a fix passed its check and was not accepted; ${UNCHANGED}` },
      ];
    case "explained":
      return [];
    case null:
      if (hasTried && hasHint) return [{ label: "unchanged", text: UNCHANGED }];
      if (hasTried) return [{ label: "no fix", text: `No fix worked; ${UNCHANGED}` }];
      return hasHint ? [] : [{ label: "no fix", text: "No known fix." }];
  }
}

const UNCHANGED = "your files are unchanged";

function hasFix({ transcript }: Contract): boolean {
  return transcript.entries.some(({ type }) => type === "fix");
}

/** The effect of an interrupt: the contract has ended, or the agent may still object. */
function stopWords({ id, state }: Contract, nowMs: number): readonly string[] {
  if (isEnded(state.phase)) {
    return state.outcome?.row === "principal_left_late"
      ? ["stopped by you; leaving an agent at work has a fee"]
      : ["stopped by you; the contract has ended and your money is returned"];
  }
  const waiting = waitingWords(state, "principal", nowMs);
  const then = silenceWords(state, "principal");
  return [
    state.phase === "contest"
      ? "stopped by you; the fix is rejected, which has a fee"
      : "stopped by you, but the contract continues",
    ...(waiting === null
      ? []
      : [`it waits for ${waiting}${then === null ? "" : `; then ${then}`}`]),
    `fix show ${shortName({ id })} shows how it ended`,
  ];
}

function whereabouts({ id }: Contract): string {
  return `it continues without you; when the market is back: fix show ${shortName({ id })}`;
}
