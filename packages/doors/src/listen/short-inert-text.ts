import { inertText } from "@bazaar/kernel";

/** Text from strangers, without control characters and visibly cut. */
export function shortInertText(text: string, limit: number): string {
  const safe = inertText(text);
  return safe.length <= limit ? safe : `${safe.slice(0, limit)} [… ${safe.length - limit} cut]`;
}
