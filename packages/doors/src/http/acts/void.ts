import { refuse } from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { type Answer, answer, signedPost } from "../endpoint.ts";
import { isOnSide } from "../is-on-side.ts";
import { PARTY_TEXT } from "../json-schemas.ts";
import { findContract } from "../reads/find-contract.ts";
import { checkSigner } from "./act-endpoint.ts";

/** Changes nothing: the server's clock voids a contract whose court is silent. */
export const voidCase = signedPost({
  path: "/contracts/{id}/void",
  summary: "Whether the contract was voided because its court was silent, or when it will be",
  tag: "courts",
  body: z.object({ pubkey: PARTY_TEXT }),
  answer: z.object({ status: z.literal("voided") }),
  async run(call): Promise<Answer> {
    const unnamed = checkSigner(call.caller, call.body, "pubkey");
    if (unnamed !== null) return unnamed;
    const found = await findContract(call.market, call.name);
    if (!found.ok) return found;
    const { party } = call.caller;
    const { state } = found.value;
    if (!isOnSide(state, party)) {
      return refuse({ code: "not_a_party", author: party, act: "void" });
    }
    if (state.phase === "voided") return answer({ status: "voided" });
    const secondsLeft = secondsToVoid(found.value, call.market.nowMs());
    if (secondsLeft === null) {
      return refuse({ code: "wrong_phase", phase: state.phase, act: "void" });
    }
    return refuseAtDoor({ code: "not_void_yet", secondsLeft });
  },
});

/** Seconds until the first court's silence voids the contract; null if it cannot. */
function secondsToVoid({ state }: StoredContract, nowMs: number): number | null {
  const { phase, deadline, rulings, terms } = state;
  if (deadline === null || rulings.length > 0) return null;
  const left = Math.max(0, Math.ceil((deadline.atMs - nowMs) / 1_000));
  switch (phase) {
    case "awaiting_response":
      return left + terms.rules.rulingSeconds;
    case "deliberating":
    case "halted":
      return left;
    default:
      return null;
  }
}
