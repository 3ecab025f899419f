import type { PartyRule } from "../act.ts";
import { talkBy } from "../talk.ts";

/** Either side sends the other a message. */
export const message: PartyRule = talkBy("either");
