/**
 * Everything else that an agent's key signs has a `|` or a brace. The answer to `VERIFY_REQUEST` signs
 * the nonce and nothing else, so with those in it, one agent could have another sign whatever it likes.
 */
const NONCE = /^[A-Za-z0-9_.:+/=-]+$/;
const MIN_LENGTH = 16;
const MAX_LENGTH = 128;

/** Why no agent should sign this nonce, or null. */
export function nonceProblem(nonce: string): string | null {
  if (nonce.length < MIN_LENGTH || nonce.length > MAX_LENGTH) {
    return `Nonce must be ${MIN_LENGTH}-${MAX_LENGTH} characters`;
  }
  return NONCE.test(nonce) ? null : "Nonce may have letters, digits and _.:+/=- only";
}
