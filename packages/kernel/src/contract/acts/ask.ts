import { talkBy } from "../talk.ts";

/** The agent asks the principal something. */
export const ask = talkBy("agent");
