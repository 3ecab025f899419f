/** Stories before a panel, stage by stage. The principal brings the case, unless it is said otherwise. */
import {
  invariant,
  type JsonObject,
  panelTerms,
  RATING,
  type Signer,
  type Terms,
  voteCommitment,
} from "@bazaar/kernel";
import { ARBITERS, panelCall, SAMPLE_SALT } from "./sample-data.ts";
import { budgetPot, PRINCIPAL, SERVER, type sampleTerms } from "./sample-terms.ts";
import { accepted, fixed } from "./scenes.ts";
import type { Story } from "./story.ts";

type Changes = Parameters<typeof sampleTerms>[0];

/** Both sides stake rating points, and so do arbiters. Nothing else is held, so votes are open. */
export const PANEL = {
  court: panelTerms("rating"),
  pots: [
    {
      schedule: "stake",
      asset: RATING,
      rail: "ledger",
      funds: "post",
      due: { principal: 30n, agent: 40n },
    },
  ],
} as const satisfies Partial<Terms>;

/** The panel is to be called. */
export function calling(changes: Changes = {}): Story {
  return accepted({ ...PANEL, ...changes }).act(PRINCIPAL, "dispute_filed");
}

/** The principal is to reveal its nonce. */
export function revealing(changes: Changes = {}): Story {
  return calling(changes).act(SERVER, "panel_called");
}

/** The draw is to be announced. */
export function drawing(changes: Changes = {}): Story {
  return revealing(changes).act(PRINCIPAL, "dispute_reveal");
}

/** Three arbiters have been asked. */
export function seating(changes: Changes = {}): Story {
  return drawing(changes).lapse();
}

/** Three arbiters sit, and wait for evidence. */
export function hearing(changes: Changes = {}): Story {
  const told = seating(changes);
  return drawn(told).reduce((on, by) => on.act(by, "arbiter_accept"), told);
}

/** Nobody has sent evidence; the arbiters vote. */
export function voting(changes: Changes = {}): Story {
  return hearing(changes).lapse();
}

/** Every vote is sealed. The contract holds money. */
export function opening(changes: Changes = {}): Story {
  const told = voting({ pots: [budgetPot()], ...changes });
  return sitting(told).reduce((on, by) => on.act(by, "vote", sealedVote(on, by)), told);
}

/** No panel can be drawn: whether the agent answers decides. */
export function unseated(changes: Changes = {}): Story {
  const told = calling(changes);
  return told.act(SERVER, "panel_called", panelCall(told.state, []));
}

/** A fix that can be checked again, under a panel. */
export function checkablePanel(changes: Changes = {}): Story {
  return fixed({ ...PANEL, work: { kind: "run", spec: { command: "make test" } }, ...changes });
}

/** Everybody who was drawn and has not declined, in the order of the draw. */
export function drawn(told: Story): readonly Signer[] {
  const arbiters = told.state.case?.panel?.arbiters ?? [];
  return arbiters.filter(({ is }) => is !== "declined").map(({ party }) => signerOf(party));
}

/** Everybody who has accepted and not voted. */
export function sitting(told: Story): readonly Signer[] {
  const arbiters = told.state.case?.panel?.arbiters ?? [];
  return arbiters.filter(({ is }) => is === "seated").map(({ party }) => signerOf(party));
}

function signerOf(party: string): Signer {
  const signer = ARBITERS.find((one) => one.party === party);
  invariant(signer !== undefined, `${party} is not an arbiter of these tests`);
  return signer;
}

/** The sealed form of a vote that the sample salt opens. */
export function sealedVote(
  told: Story,
  by: Signer,
  verdict: "disputant" | "respondent" | "mutual" = "disputant",
): JsonObject {
  return { commitment: voteCommitment(told.state.id, by.party, verdict, SAMPLE_SALT) };
}
