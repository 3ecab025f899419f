import { inertText } from "@bazaar/kernel";

/** Strangers' text for people and models to read: inert, and cut where one can see it. */
export function shortInertText(text: string, limit: number): string {
  const safe = inertText(text);
  return safe.length <= limit ? safe : `${safe.slice(0, limit)} [… ${safe.length - limit} cut]`;
}
