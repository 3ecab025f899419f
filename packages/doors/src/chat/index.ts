export { ChatDoor } from "./chat-door.ts";
export { CHANNEL } from "./frame-fields.ts";
export { type ChatSettings, DEFAULT_CHANNELS, DEFAULT_CHAT_SETTINGS } from "./settings.ts";
