import { NUMBER_RULES, type Rules } from "../../contract/rules.ts";

const DAY = 86_400;

/** A provider works against the limit of one run, and has a day to answer an accusation. */
export const JOB_RULES: Readonly<Partial<Rules>> = {
  turnSeconds: NUMBER_RULES.executionSeconds.usual,
  responseSeconds: DAY,
  reopens: false,
  looksFirst: false,
};
