import type { Act } from "../../contract/act.ts";
import { type Refused, refuse } from "../../refusal.ts";

/** Refuses a missing commitment, and one that nothing would be drawn from. */
export function commitmentProblem(
  act: Act,
  isDrawn: boolean,
  commitment: string | null,
): Refused | null {
  if (isDrawn === (commitment !== null)) return null;
  const problem = isDrawn
    ? "expected the SHA-256 of a nonce, from which the panel is drawn"
    : "no panel is drawn here";
  return refuse({ code: "malformed_act", act: act.type, field: "data.commitment", problem });
}
