import { hasSameAttributes } from "../disk/attributes.ts";
import { hasSameOwnerAndMode } from "../disk/disk-entry.ts";
import type { Change } from "./change.ts";

/** Whether nothing but the time of an entry would change. */
export function isOnlyTime({ kind, before, after, attributes, attributesBefore }: Change): boolean {
  if (kind !== "meta" || before === null || after === null) return false;
  return hasSameOwnerAndMode(before, after) && hasSameAttributes(attributes, attributesBefore);
}
