export { availableCapabilities } from "../views/capabilities.ts";
export { ACT_WORDS, type ActName } from "./act-words.ts";
export { delayMs } from "./back-off.ts";
export { type Clock, SYSTEM_CLOCK } from "./clock.ts";
export { Connection, type ConnectNeeds, connect } from "./connect.ts";
export type { Contract } from "./contract.ts";
export type { EventFilter, MarketEvent } from "./events.ts";
export type { Fetch } from "./exchange.ts";
export type { Followed } from "./follow.ts";
export { BadAnswer, MarketUnavailable } from "./market-errors.ts";
export type { Answered, MarketRefusal, Refused } from "./market-refusal.ts";
export { marketUrlProblem } from "./market-url.ts";
export type {
  Listed,
  ListFilter,
  ListPage,
  Payout,
  PlatformInfo,
  Posting,
  Statement,
} from "./reads.ts";
export { signRequest } from "./sign-request.ts";
export { SseReader } from "./sse.ts";
export {
  type Acted,
  actRequest,
  type Posted,
  postEntry,
  postRequest,
  type Said,
} from "./submit.ts";
