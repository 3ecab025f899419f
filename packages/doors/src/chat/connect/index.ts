export type {
  ChatFilter,
  ChatPreferences,
  FoundSkills,
  Joining,
  OwnSkill,
  Said,
  SkillQuery,
} from "./asks.ts";
export { lineSignature } from "./asks.ts";
export { ChatClient, type ChatClientNeeds } from "./chat-client.ts";
export type {
  ChatAnswer,
  ChatEvent,
  ChatMember,
  ChatMessage,
  ChatPerson,
  ChatProblem,
  ChatSkill,
  Me,
} from "./chat-event.ts";
export { chatUrlProblem } from "./chat-url.ts";
export type { SeenLine } from "./seen-lines.ts";
