import type { Fields } from "../../canonical/fields.ts";
import { isJsonArray, type Json } from "../../canonical/json.ts";
import { enterStage, fallBack, notAtStage, withPanel } from "../../court/panel/procedure.ts";
import { type Candidate, MAX_POOL, PANEL_SIZE, panelOf } from "../../court/panel/proceedings.ts";
import { staleAnswer } from "../../court/procedure.ts";
import { type Party, parseParty } from "../../identity/party.ts";
import { invariant } from "../../invariant.ts";
import { accept, type Refused, refuse } from "../../refusal.ts";
import type { ActInput, ServerRule } from "../act.ts";
import { tooLate } from "../overdue.ts";
import { hex, questionNumber, reading, text } from "../reading.ts";
import type { ContractState } from "../state.ts";

const MAX_ID = 64;

/**
 * The market says who may sit, and adds its nonce. The pool is in the entry itself and sorted, so that
 * anyone can repeat the draw. With too few to choose from there is no panel.
 */
export const panelCalled: ServerRule = {
  by: "server",
  from: ["deliberating"],
  isLong: true,
  compares: ({ pool }) => candidatesIn(pool),
  ...reading(
    {
      question: questionNumber,
      dispute: text({ min: 1, max: 2 * MAX_ID }),
      proposal: text({ min: 1, max: 2 * MAX_ID }),
      server_nonce: hex(32),
      pool: readPool,
    },
    (input, { question, proposal, server_nonce: serverNonce, pool }) => {
      const { state, act, nowMs } = input;
      const barred =
        notAtStage(state, ["calling"], act) ??
        staleAnswer(state, question) ??
        tooLate(state, nowMs) ??
        ineligible(input, pool);
      if (barred !== null) return barred;
      invariant(state.case !== null, `${state.phase} has no case`);
      const asked: ContractState = { ...state, case: { ...state.case, question: null } };
      if (pool.length < PANEL_SIZE) return accept(fallBack(asked, nowMs));
      const panel = { ...panelOf(state), call: { proposal, serverNonce, pool } };
      return accept(enterStage(withPanel(asked, panel), panel, "revealing", nowMs));
    },
  ),
};

function readPool(data: Fields, name: string): readonly Candidate[] {
  const pool = data.array(name, { max: MAX_POOL }, (items, at): Candidate => {
    const [id = "", party = ""] = items.array(at, { min: 2, max: 2 }, (pair, of) =>
      of === "0" ? pair.string(of, { min: 1, max: MAX_ID }) : pair.party(of),
    );
    return { id, party: party as Party };
  });
  const parties = new Set<Party>();
  for (const [at, { id, party }] of pool.entries()) {
    const before = pool[at - 1];
    if (before !== undefined && before.id >= id) data.fault(name, "expected it sorted by id");
    if (parties.has(party)) data.fault(name, `${party} is in it twice`);
    parties.add(party);
  }
  return pool;
}

/** Those who may sit; what cannot be read is refused when the act is decided. */
function candidatesIn(pool: Json | undefined): readonly Party[] {
  if (!isJsonArray(pool)) return [];
  return pool.flatMap((pair) => {
    const named = isJsonArray(pair) ? pair[1] : null;
    const party = typeof named === "string" ? parseParty(named) : null;
    return party?.ok === true ? [party.value] : [];
  });
}

/** Nobody judges its own case, with any of its keys. */
function ineligible({ state, facts }: ActInput, pool: readonly Candidate[]): Refused | null {
  const { terms, seat } = state;
  invariant(seat !== null, "a case is heard without an agent");
  const own = pool.find(
    ({ party }) =>
      facts.isSameOwner(party, terms.principal) || facts.isSameOwner(party, seat.agent),
  );
  return own === undefined ? null : refuse({ code: "conflict_of_interest", author: own.party });
}
