import type { PartyRule } from "../act.ts";
import { talkBy } from "../talk.ts";

/** The agent asks the principal a question. */
export const ask: PartyRule = talkBy("agent");
