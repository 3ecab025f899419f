import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const resume = actEndpoint({
  word: "resume",
  summary: "The principal lifts its halt before the court has ruled",
  tag: "acts",
  key: "principal_pubkey",
  says: {},
  answer: STATUS_ANSWER,
  act: () => ({ type: "resume", says: {} }),
  reply: statusAnswer,
});
