/** How a repair through a market ended, where its last entries do not say it themselves. */
import type { Repair } from "@bazaar/client";
import type { Contract } from "@bazaar/doors/http/connect";
import { isEnded } from "@bazaar/kernel";
import { heldWords } from "../contracts/money-words.ts";
import { shortName, silenceWords, waitingWords } from "../contracts/standing.ts";
import { isUnaccepted } from "./entry-words.ts";
import { nextSteps } from "./review/waiting-words.ts";

interface Said {
  readonly label: string;
  readonly text: string;
}

export function endWords(done: Repair, nowMs: number): readonly Said[] {
  switch (done.is) {
    case "refused":
      return [{ label: "refused", text: done.refusal.detail }];
    case "waiting":
      return nextSteps(done.contract, nowMs).map((text) => ({ label: "review", text }));
    case "halted":
      return haltWords(done.contract, nowMs).map((text) => ({ label: "halted", text }));
    case "unheard":
      return [
        { label: "no market", text: `it stopped answering: ${done.because}` },
        { label: "contract", text: whereabouts(done.contract) },
      ];
    case "left":
      return [{ label: "stopped", text: "while it was posted; fix status tells whether it was" }];
    case "over":
      return done.repaired === null ? [unrepaired(done.contract)] : [];
  }
}

/** What interrupting led to: the money is on its way back, or a court decides. */
function haltWords({ id, state }: Contract, nowMs: number): readonly string[] {
  if (isEnded(state.phase)) return ["you stopped it; the contract is over, your money comes back"];
  const held = heldWords(state);
  const waiting = waitingWords(state, "principal", nowMs);
  const then = silenceWords(state, "principal");
  const isHalted = state.halts > 0;
  return [
    isHalted
      ? `you stopped it with an agent at work; a court decides on ${held ?? "it"}`
      : "you stopped here; the market lets the contract go on",
    `waits for ${waiting ?? "the court"}${then === null ? "" : `; then ${then}`}`,
    `fix show ${shortName({ id })} tells how it went`,
  ];
}

function unrepaired(contract: Contract): Said {
  const why = isUnaccepted(contract)
    ? "a fix passed its check and was not accepted"
    : "nothing that was tried works";
  return { label: "not repaired", text: `${why}; your files are as they were` };
}

function whereabouts({ id }: Contract): string {
  return `it goes on without you; when the market is back: fix show ${shortName({ id })}`;
}
