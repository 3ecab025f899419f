import { busConformance, talkConformance } from "@bazaar/testkit/conformance";
import { MemoryBus } from "./memory-bus.ts";
import { MemoryStore } from "./memory-store.ts";

busConformance("MemoryBus", async () => {
  const bus = new MemoryBus();
  return { buses: [bus.connect(), bus.connect(), bus.connect()] };
});

talkConformance("MemoryBus", async (processes) => {
  const bus = new MemoryBus();
  const { notes } = new MemoryStore();
  const connect = () => ({ notes, bus: bus.connect() });
  return { processes: Array.from({ length: processes }, connect) };
});
