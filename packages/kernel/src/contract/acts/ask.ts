import { talkBy } from "../talk.ts";

/** The agent asks the principal a question. */
export const ask = talkBy("agent");
