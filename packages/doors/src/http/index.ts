export type { StoreCondition } from "./reads/platform.ts";
export { HttpDoor, type HttpDoorNeeds } from "./serve.ts";
export type { Notices, Settings } from "./settings.ts";
export { DEFAULT_SETTINGS } from "./settings.ts";
