/**
 * How this door writes JSON: raw UTF-8 and no spaces, as existing clients expect.
 *
 * Integers and floats of an entry come back as the very tokens they were signed with, so that a
 * client can check a signature over what it reads.
 */
import { chainNumber, Float } from "@bazaar/kernel";

// The compiler's library does not know this function of the language yet.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

export function wireText(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === "bigint" || item instanceof Float ? rawJSON(chainNumber(item)) : item,
  );
}
