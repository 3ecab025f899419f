/**
 * Amounts: decimal text outside, base units inside.
 *
 * Signs, exponents, bare points, spaces and non-ASCII digits are refused: two readers that interpret
 * them differently would pay differently. Nothing is rounded here.
 */
import { invariant } from "../invariant.ts";
import { accept, type Result, refuse } from "../refusal.ts";
import type { Asset } from "./asset.ts";

/** Every rail's base units fit 128 bits; Nano's raw is the largest. */
export const MAX_UNITS = 2n ** 128n - 1n;

/** Enough for the largest amount of the finest asset, written out in full. */
const MAX_TEXT = 80;

const PLAIN_DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

export function parseAmount(text: string, asset: Asset): Result<bigint> {
  if (text.length > MAX_TEXT) return malformed(text, `longer than ${MAX_TEXT} characters`);
  const match = PLAIN_DECIMAL.exec(text);
  if (match === null) return malformed(text, 'expected a plain decimal such as "0.5" or "12"');
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > asset.decimals) {
    return malformed(text, `${asset.code} has ${asset.decimals} decimals`);
  }
  const units = BigInt(whole + fraction.padEnd(asset.decimals, "0"));
  if (units > MAX_UNITS) return malformed(text, "more base units than 128 bits hold");
  return accept(units);
}

/** The shortest text that `parseAmount` reads back as the same units. */
export function formatAmount(units: bigint, asset: Asset): string {
  invariant(units >= 0n, `an amount of ${units} ${asset.code} units`);
  const digits = units.toString().padStart(asset.decimals + 1, "0");
  const point = digits.length - asset.decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  const whole = digits.slice(0, point);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function malformed(text: string, problem: string): Result<bigint> {
  return refuse({ code: "malformed_amount", text: text.slice(0, MAX_TEXT), problem });
}
