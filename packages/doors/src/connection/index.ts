export { delayMs } from "./back-off.ts";
export { availableCapabilities } from "./capabilities.ts";
export { type Clock, SYSTEM_CLOCK } from "./clock.ts";
export type { Acted, ActName, Connection, Followed, Posted, Said } from "./connection.ts";
export type { Contract } from "./contract.ts";
export { AnswerTooLong, BadAnswer, MarketUnavailable } from "./market-errors.ts";
export type {
  EventFilter,
  Listed,
  ListFilter,
  ListPage,
  MarketEvent,
  Payout,
  PlatformInfo,
  Posting,
  Statement,
} from "./market-reads.ts";
export type { Answered, MarketRefusal, Refused } from "./market-refusal.ts";
export { networkProblem } from "./network-problem.ts";
