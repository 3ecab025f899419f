import { actEndpoint } from "./act-endpoint.ts";
import { STATUS_ANSWER, statusAnswer } from "./status-answer.ts";

export const resume = actEndpoint({
  word: "resume",
  summary: "Lift a halt before the court has ruled (principal)",
  tag: "acts",
  key: "principal_pubkey",
  says: {},
  answer: STATUS_ANSWER,
  act: () => ({ type: "resume", says: {} }),
  reply: statusAnswer,
});
