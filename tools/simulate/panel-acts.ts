/** What the sides and the arbiters of a case before a panel do; most of them answer, some do not. */
import {
  type ContractState,
  type JsonObject,
  nonceCommitment,
  sha256Hex,
  voteCommitment,
} from "@bazaar/kernel";
import type { Random } from "./random.ts";

const NONCE = "a nonce of the simulation";
const SALT = "5a".repeat(32);
const VERDICTS = ["disputant", "respondent", "mutual"] as const;

interface PanelMove {
  readonly who: string;
  readonly type: string;
  readonly data: JsonObject;
}

/** What a filing or an appeal says beside its words, where a panel may be drawn from it. */
export function commitmentOf({ terms }: ContractState): JsonObject {
  return terms.court.kind === "panel" ? { commitment: nonceCommitment(NONCE) } : {};
}

/** Somebody whom the panel waits for does what it should, or something close to it. */
export function panelAct(
  state: ContractState,
  sides: { readonly principal: string; readonly agent: string },
  random: Random,
): PanelMove | null {
  const panel = state.case?.panel ?? null;
  if (panel === null || state.case === null) return null;
  switch (panel.stage) {
    case "revealing": {
      const nonce = random.chance(0.7) ? NONCE : "another";
      return { who: sides[state.case.leader], type: "dispute_reveal", data: { nonce } };
    }
    case "seating":
    case "voting":
    case "opening": {
      const { id } = random.pick(panel.arbiters as [(typeof panel.arbiters)[number]]);
      if (panel.stage === "seating") {
        const type = random.chance(0.8) ? "arbiter_accept" : "arbiter_decline";
        return { who: id, type, data: {} };
      }
      return { who: id, type: "vote", data: ballot(state, id, random) };
    }
    case "evidence":
    case "fallback": {
      const who = random.chance(0.5) ? sides.principal : sides.agent;
      return { who, type: "evidence", data: { items: [sha256Hex(who)] } };
    }
    default:
      return null;
  }
}

/** An arbiter always means the same, so that it can open what it sealed. */
function ballot(
  { id, case: open, terms }: ContractState,
  name: string,
  random: Random,
): JsonObject {
  const arbiter = open?.panel?.arbiters.find((one) => one.id === name);
  const verdict = VERDICTS[name.length % VERDICTS.length] ?? "mutual";
  const isSealing =
    open?.panel?.stage === "voting" && terms.pots.some(({ schedule }) => schedule !== "stake");
  if (isSealing) return { commitment: voteCommitment(id, arbiter?.party ?? "", verdict, SALT) };
  const isOpening = open?.panel?.stage === "opening";
  const meant = isOpening && random.chance(0.9) ? verdict : random.pick(VERDICTS);
  return { verdict: meant, reasoning: "so it is", ...(isOpening ? { salt: SALT } : {}) };
}
