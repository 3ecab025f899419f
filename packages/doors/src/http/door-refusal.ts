import type { Refused } from "@bazaar/kernel";
import type { ListenRefusal } from "../listen/listen-refusal.ts";

/** Refusals of the door itself, before the market is asked. */
export type DoorRefusal =
  | ListenRefusal
  | { readonly code: "not_found"; readonly path: string }
  | { readonly code: "method_not_allowed"; readonly method: string; readonly allowed: string }
  /** It was never stored here, or it has expired. */
  | { readonly code: "unknown_artifact"; readonly hash: string }
  | { readonly code: "unknown_schema"; readonly schema: string }
  /** An id or a key that is not in lower case. */
  | { readonly code: "upper_case"; readonly text: string }
  /** Every field with a problem, as the list that fix/2 clients expect. */
  | { readonly code: "malformed_body"; readonly problems: readonly FieldProblem[] }
  | { readonly code: "malformed_query"; readonly problems: readonly FieldProblem[] }
  /** The body is much longer than the act, and would be stored with it. */
  | { readonly code: "padded_body"; readonly limit: number; readonly length: number }
  | { readonly code: "unauthenticated"; readonly problem: string }
  /** The body names a party that did not sign the request. */
  | { readonly code: "wrong_key"; readonly signer: string; readonly named: string }
  /** The body does not name its signer. */
  | { readonly code: "missing_key"; readonly field: string }
  /** The body speaks for the other side. */
  | { readonly code: "wrong_side"; readonly field: string; readonly side: string }
  /** The signed entry does not say what the request says. */
  | { readonly code: "entry_differs"; readonly field: string }
  /** The court did not wait for the other side any longer. */
  | { readonly code: "too_late_to_respond"; readonly phase: string }
  /** The court still has time; the server voids a contract when it has none left. */
  | { readonly code: "not_void_yet"; readonly secondsLeft: number };

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

export type DoorRefused = { readonly ok: false; readonly refusal: DoorRefusal };

/** A value, or a refusal of the market or of the door. */
export type DoorResult<T> = { readonly ok: true; readonly value: T } | Refused | DoorRefused;

export function refuseAtDoor(refusal: DoorRefusal): DoorRefused {
  return { ok: false, refusal };
}
