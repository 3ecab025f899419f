import { Float, type Json } from "../../canonical/json.ts";

const DECIMAL = /^(?:0|1)(?:\.[0-9]{1,20})?$/;

/**
 * A value from 0 to 1, or null. It may be a text: a payload that is hashed as RFC 8785 asks has no
 * floats.
 */
export function unitValue(value: Json | undefined): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 && number <= 1 ? number : null;
}

function numberOf(value: Json | undefined): number | null {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Float) return value.value;
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : null;
}
