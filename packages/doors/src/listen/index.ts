export { Admission } from "./admission.ts";
export type { Log } from "./handle-request.ts";
export { Listener } from "./listener.ts";
export type { Door } from "./mount.ts";
export type { Certificate } from "./port.ts";
export { DEFAULT_LISTEN_SETTINGS, type Limits, type ListenSettings } from "./settings.ts";
