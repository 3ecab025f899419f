import { feedConformance } from "@bazaar/testkit/conformance";
import { MemoryFeed } from "./memory-feed.ts";

feedConformance("MemoryFeed", async () => ({ feed: new MemoryFeed() }));
