import { join } from "node:path";
import { talkConformance } from "@bazaar/testkit/conformance";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { MemoryBus } from "../memory/memory-bus.ts";
import { SqliteStore } from "./sqlite-store.ts";

/** A handle on one file for each process. */
talkConformance("SqliteStore", async (processes) => {
  const path = join(await temporaryFolder(), "market.db");
  const bus = new MemoryBus();
  const stores = Array.from({ length: processes }, () => new SqliteStore(path));
  return {
    processes: stores.map(({ notes }) => ({ notes, bus: bus.connect() })),
    close: async () => {
      for (const store of stores) store[Symbol.dispose]();
    },
  };
});
