export { MemoryBus } from "./memory-bus.ts";
export { MemoryFeed } from "./memory-feed.ts";
export { MemoryStore } from "./memory-store.ts";
