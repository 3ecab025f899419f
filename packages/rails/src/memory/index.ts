export { MemoryRail } from "./memory-rail.ts";
