/** Every role that can receive part of a pot. */
export const ROLES = [
  "principal",
  "agent",
  "platform",
  "oracle",
  "charity",
  "author",
  "referrer",
  "burn",
] as const;

export type Role = (typeof ROLES)[number];

/** What each role receives, in base units of the pot's asset. */
export type Shares = Readonly<Record<Role, bigint>>;

/** The cells of one table row; a role that is not named receives nothing. */
export type Parts = Partial<Shares>;

const NOTHING: Shares = {
  principal: 0n,
  agent: 0n,
  platform: 0n,
  oracle: 0n,
  charity: 0n,
  author: 0n,
  referrer: 0n,
  burn: 0n,
};

export function sharesOf(parts: Parts): Shares {
  return { ...NOTHING, ...parts };
}

export function sumOf(shares: Shares): bigint {
  return ROLES.reduce((sum, role) => sum + shares[role], 0n);
}
