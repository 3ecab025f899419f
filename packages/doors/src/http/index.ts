export type { Log } from "./handle-request.ts";
export { HttpDoor, type HttpDoorNeeds } from "./serve.ts";
export type { Limits, Notices, Rate, Settings } from "./settings.ts";
export { DEFAULT_SETTINGS } from "./settings.ts";
