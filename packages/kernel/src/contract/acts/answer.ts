import { talkBy } from "../talk.ts";

/** The principal answers the agent. */
export const answer = talkBy("principal");
