import type { PartyRule } from "../act.ts";
import { talkBy } from "../talk.ts";

/** The principal answers the agent. */
export const answer: PartyRule = talkBy("principal");
