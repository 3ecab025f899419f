export { type BusUnderTest, busConformance } from "./bus.ts";
export { type FeedUnderTest, feedConformance } from "./feed.ts";
export { type RailUnderTest, railConformance } from "./rail.ts";
export { storeConformance } from "./store.ts";
export { type TalkUnderTest, talkConformance } from "./talk.ts";
export { agentNamed, HeldSeat, TalkHost, type TalkHostOptions } from "./talkers.ts";
export type { StoreUnderTest } from "./under-test.ts";
