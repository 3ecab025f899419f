import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const arbiterAccept = actEndpoint({
  word: "arbiter_accept",
  summary: "Take your seat on the panel (an arbiter that was drawn)",
  tag: "courts",
  key: "pubkey",
  says: {},
  answer: STATUS_ANSWER,
  act: () => ({ type: "arbiter_accept", says: {} }),
  reply: statusAnswer,
});
