import type { Agent } from "@bazaar/market/ports";
import type { Chat } from "./chat.ts";
import type { Connection } from "./connection.ts";
import { DISCLAIMER } from "./words.ts";

/** Lets an agent in that has said, and where it has a key proven, who it is. */
export function welcome(
  { settings }: Chat,
  connection: Connection,
  entering: Pick<Agent, "id" | "name" | "key">,
): void {
  const { id, name, key } = entering;
  connection.enter({ ...entering, presence: "online", statusText: null });
  connection.send("WELCOME", {
    agent_id: `@${id}`,
    name,
    server: settings.serverName,
    ...(key === null ? {} : { verified: true }),
    disclaimer: DISCLAIMER,
  });
}
