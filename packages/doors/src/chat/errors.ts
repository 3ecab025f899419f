/**
 * What this door says no with. `code` is what the earlier server sent, which its clients know; where
 * the protocol's description has another, that is `spec_code`. A setting swaps them.
 */

interface Codes {
  readonly code: string;
  readonly spec?: string;
}

const ERRORS = {
  invalid: { code: "INVALID_MSG" },
  not_identified: { code: "AUTH_REQUIRED" },
  wrong_admin_key: { code: "AUTH_REQUIRED" },
  no_channel: { code: "CHANNEL_NOT_FOUND" },
  channel_exists: { code: "CHANNEL_EXISTS" },
  not_invited: { code: "NOT_INVITED" },
  not_a_member: { code: "NOT_INVITED", spec: "CHANNEL_NOT_FOUND" },
  no_agent: { code: "AGENT_NOT_FOUND" },
  agent_without_key: { code: "NO_PUBKEY" },
  reserved_name: { code: "INVALID_NAME" },
  rate_limited: { code: "RATE_LIMITED" },
  not_allowed: { code: "NOT_ALLOWED" },
  banned: { code: "BANNED" },
  challenge_failed: { code: "VERIFICATION_FAILED" },
  challenge_expired: { code: "VERIFICATION_EXPIRED" },
  key_required: { code: "SIGNATURE_REQUIRED", spec: "VERIFICATION_REQUIRED" },
  wrong_signature: { code: "VERIFICATION_FAILED", spec: "INVALID_SIGNATURE" },
  /** The store does not answer; neither had a word for it. */
  unavailable: { code: "UNAVAILABLE" },
} as const satisfies Readonly<Record<string, Codes>>;

export type ErrorName = keyof typeof ERRORS;

export function errorFields(
  name: ErrorName,
  message: string,
  specCodesFirst: boolean,
): Readonly<Record<string, string>> {
  const { code, spec }: Codes = ERRORS[name];
  if (spec === undefined) return { code, message };
  return specCodesFirst
    ? { code: spec, message, legacy_code: code }
    : { code, message, spec_code: spec };
}
