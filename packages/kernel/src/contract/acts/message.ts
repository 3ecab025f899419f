import { talkBy } from "../talk.ts";

/** Either side sends the other a message. */
export const message = talkBy("either");
