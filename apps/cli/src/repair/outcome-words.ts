/** How a repair through a market ended, if its last entries do not show it. */
import type { Repair } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/http/connect";
import { isEnded } from "@bazaar/kernel";
import { heldWords } from "../contracts/money-words.ts";
import { shortName, silenceWords, waitingWords } from "../contracts/state-words.ts";
import { isUnaccepted } from "./entry-words.ts";
import { nextSteps } from "./review/waiting-words.ts";

interface Said {
  readonly label: string;
  readonly text: string;
}

export function outcomeWords(done: Repair, nowMs: number): readonly Said[] {
  switch (done.is) {
    case "refused":
      return [{ label: "refused", text: done.refusal.detail }];
    case "waiting":
      return nextSteps(done.contract, nowMs).map((text) => ({ label: "review", text }));
    case "halted":
      return haltWords(done.contract, nowMs).map((text) => ({ label: "halted", text }));
    case "unreachable":
      return [
        { label: "no market", text: `it stopped answering: ${done.because}` },
        { label: "contract", text: whereabouts(done.contract) },
      ];
    case "interrupted":
      return [
        {
          label: "stopped",
          text: "interrupted while posting; fix status shows whether it was posted",
        },
      ];
    case "over":
      return done.repaired === null ? [unrepaired(done.contract)] : [];
  }
}

/** The effect of an interrupt: the money is returned, or a court decides. */
function haltWords({ id, state }: Contract, nowMs: number): readonly string[] {
  if (isEnded(state.phase))
    return ["you stopped it; the contract has ended and your money is returned"];
  const held = heldWords(state);
  const waiting = waitingWords(state, "principal", nowMs);
  const then = silenceWords(state, "principal");
  const isHalted = state.halts > 0;
  return [
    isHalted
      ? `you stopped it while an agent was working; a court decides on ${held ?? "it"}`
      : "you stopped fix, but the contract continues",
    `waits for ${waiting ?? "the court"}${then === null ? "" : `; then ${then}`}`,
    `fix show ${shortName({ id })} shows how it ended`,
  ];
}

function unrepaired(contract: Contract): Said {
  const why = isUnaccepted(contract)
    ? "a fix passed its check and was not accepted"
    : "no fix worked";
  return { label: "not repaired", text: `${why}; your files are unchanged` };
}

function whereabouts({ id }: Contract): string {
  return `it continues without you; when the market is back: fix show ${shortName({ id })}`;
}
