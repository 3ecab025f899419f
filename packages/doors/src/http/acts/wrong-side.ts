import type { Side } from "@bazaar/kernel";
import { type DoorRefused, refuseAtDoor } from "../door-refusal.ts";

/** Nobody speaks in the other side's name: a court reads these words. */
export function wrongSide(
  field: string,
  named: Side | null | undefined,
  side: Side,
): DoorRefused | null {
  return named == null || named === side ? null : refuseAtDoor({ code: "wrong_side", field, side });
}
