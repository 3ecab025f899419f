import type { Rules } from "../../contract/rules.ts";

/** The contract on the chain ends when its agent leaves. */
export const ESCROW_RULES: Readonly<Partial<Rules>> = { reopens: false };
