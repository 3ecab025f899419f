import type { Fields } from "../../canonical/fields.ts";
import { voteCommitment } from "../../court/panel/draw.ts";
import { countVotes, notAtStage, withPanel } from "../../court/panel/procedure.ts";
import {
  type Arbiter,
  isSealed,
  PANEL_VERDICTS,
  type PanelVerdict,
  panelOf,
  withArbiter,
} from "../../court/panel/proceedings.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Refused, refuse } from "../../refusal.ts";
import type { Act, PartyRule } from "../act.ts";
import { hex, optional, type ReadField, reading, text } from "../reading.ts";
import { TEXT_LIMITS } from "../rules.ts";
import type { ContractState } from "../state.ts";

type Ballot =
  | { readonly is: "sealed"; readonly commitment: string }
  | { readonly is: "open"; readonly verdict: PanelVerdict; readonly salt: string | null };

/**
 * An arbiter's vote. Where money is held it is cast twice: first sealed, then, when all are in or the
 * time is over, opened.
 */
export const vote: PartyRule = {
  by: "arbiter",
  from: ["deliberating"],
  ...reading(
    {
      verdict: readVerdict,
      reasoning: whenOpen(text({ max: TEXT_LIMITS.reason })),
      salt: whenOpen(optional(hex(64))),
      commitment: optional(hex(64)),
    },
    ({ state, act, nowMs }, { verdict, salt, commitment }) => {
      const barred = notAtStage(state, ["voting", "opening"], act);
      if (barred !== null) return barred;
      const panel = panelOf(state);
      const arbiter = panel.arbiters.find(({ party }) => party === act.by);
      invariant(arbiter !== undefined, `${act.by} was not drawn`);
      const ballot = ballotOf(verdict, salt, commitment);
      const refused = spent(state, arbiter, act) ?? misplaced(state, arbiter, act, ballot);
      if (refused !== null) return refused;
      const changes: Partial<Arbiter> =
        ballot.is === "sealed"
          ? { sealed: ballot.commitment }
          : { is: "voted", verdict: ballot.verdict };
      const voted = withPanel(state, withArbiter(panel, arbiter.party, changes));
      return accept(countVotes(voted, nowMs));
    },
  ),
};

function ballotOf(
  verdict: PanelVerdict | null,
  salt: string | null,
  commitment: string | null,
): Ballot {
  if (commitment !== null) return { is: "sealed", commitment };
  invariant(verdict !== null, "an open vote has a verdict");
  return { is: "open", verdict, salt };
}

/** A field of an open vote; a sealed one keeps it back. */
function whenOpen<T>(read: ReadField<T>): ReadField<T | null> {
  return (data, name) => (data.has("commitment") ? null : read(data, name));
}

function readVerdict(data: Fields, name: string): PanelVerdict | null {
  if (!data.has("commitment")) return data.oneOf(name, PANEL_VERDICTS);
  if (data.has(name)) data.fault(name, "a sealed vote shows no verdict");
  return null;
}

/** Only who accepted votes, once, and opens only what it sealed. */
function spent(state: ContractState, { is, sealed, party }: Arbiter, act: Act): Refused | null {
  if (is === "voted") return refuse({ code: "already_voted", author: party });
  if (is !== "seated") return refuse({ code: "not_a_party", author: party, act: act.type });
  const isOpening = panelOf(state).stage === "opening";
  if (isOpening && sealed === null) {
    return refuse({ code: "wrong_stage", stage: "opening", act: act.type });
  }
  if (!isOpening && sealed !== null) return refuse({ code: "already_voted", author: party });
  return null;
}

/** Sealed while votes come in and open afterwards, or open at once where no money is held. */
function misplaced(
  state: ContractState,
  { party, sealed }: Arbiter,
  act: Act,
  ballot: Ballot,
): Refused | null {
  const no = (field: string, problem: string): Refused =>
    refuse({ code: "malformed_act", act: act.type, field: `data.${field}`, problem });
  const isSealing = isSealed(state.terms) && panelOf(state).stage === "voting";
  if (isSealing) {
    return ballot.is === "sealed" ? null : no("commitment", "votes are sealed until all are in");
  }
  if (ballot.is === "sealed") return no("verdict", "expected an open vote");
  if (sealed === null) return ballot.salt === null ? null : no("salt", "nothing was sealed");
  const opened = voteCommitment(state.id, party, ballot.verdict, ballot.salt ?? "");
  return opened === sealed ? null : no("salt", "verdict and salt are not those that were sealed");
}
