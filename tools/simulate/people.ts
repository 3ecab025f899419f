/** The names of everybody in a simulated world. */
export const PRINCIPALS = ["pia", "paul", "petra", "poor-pat"] as const;
export const AGENTS = ["ada", "abe", "amy", "alf", "ann", "poor-art"] as const;
/** They only sit on panels, on which agents sit too. */
export const ARBITERS = ["ari", "ava", "axel"] as const;

/** The market's own court, or a judge that signs its rulings itself. */
export const JUDGES = ["server", "judge"] as const;

/** Everybody who has money. */
export const PARTIES = [...PRINCIPALS, ...AGENTS, ...ARBITERS] as const;
