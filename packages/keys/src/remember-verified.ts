import type { Signed, Verify } from "@bazaar/kernel";

/** How many are remembered: a signature is looked at twice within one request, or not again. */
const REMEMBERED = 64;
/** Longer texts are checked again: memory is dearer than a verification. */
const MAX_LENGTH = 1 << 16;
/** Digits of a signature by which it is looked for. */
const LABEL_DIGITS = 8;

/**
 * The same answers, cheaper where one signature is checked twice in a row: a door asks who signed
 * a request, and the market asks again before it takes the request as an origin. Only what was
 * found good is remembered, whole: party, text and signature.
 */
export function rememberVerified(verify: Verify): Verify {
  // In turn, and not in a Map: one that is always written to keeps what was deleted from it in
  // memory until the next full collection.
  const good = new Array<Signed | undefined>(REMEMBERED).fill(undefined);
  const labels = new Uint32Array(REMEMBERED);
  let next = 0;
  return (party, message, signature) => {
    if (message.length > MAX_LENGTH) return verify(party, message, signature);
    const label = Number.parseInt(signature.slice(0, LABEL_DIGITS), 16);
    const known = good[labels.indexOf(label)];
    const isKnown =
      known?.signature === signature && known.party === party && known.message === message;
    if (isKnown) return true;
    if (!verify(party, message, signature)) return false;
    good[next] = { party, message, signature };
    labels[next] = label;
    next = (next + 1) % REMEMBERED;
    return true;
  };
}
