export { ChatDoor, type ChatDoorNeeds } from "./chat-door.ts";
export { type ChatRates, type ChatSettings, DEFAULT_CHAT_SETTINGS } from "./settings.ts";
