import type { Signed, Verify } from "@bazaar/kernel";

/** What is remembered at most: a signature is looked at twice within one request, or not again. */
const MAX_REMEMBERED = 64;
/** Longer texts are checked again: memory is dearer than a verification. */
const MAX_LENGTH = 1 << 16;

/**
 * The same answers, cheaper where one signature is checked twice in a row: a door asks who signed
 * a request, and the market asks again before it takes the request as an origin. Only what was
 * found good is remembered, whole: party, text and signature.
 */
export function rememberVerified(verify: Verify): Verify {
  // By signature alone, because long texts are dear to hash: they are compared where one is found.
  const good = new Map<string, Signed>();
  return (party, message, signature) => {
    if (message.length > MAX_LENGTH) return verify(party, message, signature);
    const known = good.get(signature);
    if (known?.party === party && known.message === message) return true;
    if (!verify(party, message, signature)) return false;
    good.set(signature, { party, message, signature });
    const [oldest] = good.keys();
    if (good.size > MAX_REMEMBERED && oldest !== undefined) good.delete(oldest);
    return true;
  };
}
