import {
  chainJson,
  fillTerms,
  isSameData,
  type Offer,
  type Refused,
  refuse,
  type Terms,
  termsJson,
} from "@bazaar/kernel";

/**
 * Takes only what the market offers: terms that it would have filled in itself from the same
 * document. Otherwise a principal could name its own judge, or fees of nothing.
 */
export function offeredTerms(offer: Offer): (terms: Terms) => Refused | null {
  return (terms) => {
    const { principal, nonce, document, rules } = terms;
    // Their checks are validated, and the document must have the same ones.
    const filled = fillTerms(rules.profile, document, { principal, nonce }, offer, "read");
    if (!filled.ok) return filled;
    if (isSameData(filled.value, terms)) return null;
    const [given, expected] = [termsJson(terms), termsJson(filled.value)];
    const field = Object.keys(expected).find((name) => {
      return chainJson(given[name] ?? null) !== chainJson(expected[name] ?? null);
    });
    return field === undefined ? null : refuse({ code: "terms_differ", field });
  };
}
