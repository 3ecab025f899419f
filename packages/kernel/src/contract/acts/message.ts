import { talkBy } from "../talk.ts";

/** Either side tells the other something. */
export const message = talkBy("either");
