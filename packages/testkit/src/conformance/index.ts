export { type FeedUnderTest, feedConformance } from "./feed.ts";
export { type RailUnderTest, railConformance } from "./rail.ts";
export { storeConformance } from "./store.ts";
export type { StoreUnderTest } from "./under-test.ts";
