import { storeConformance } from "@bazaar/testkit/conformance";
import { MemoryStore } from "./memory-store.ts";

storeConformance("MemoryStore", async () => ({ store: new MemoryStore() }));
