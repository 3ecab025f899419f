import type { Side } from "@bazaar/kernel";
import { type DoorRefused, refuseAtDoor } from "../door-refusal.ts";

/** Refuses a body that claims to speak for the other side: a court reads it. */
export function wrongSide(
  field: string,
  named: Side | null | undefined,
  side: Side,
): DoorRefused | null {
  return named == null || named === side ? null : refuseAtDoor({ code: "wrong_side", field, side });
}
