/** One kind of message from a client: who may send it, its fields, and what it does. */
import type { Agent, AgentKey } from "@bazaar/market/ports";
import { isAdminKey } from "./admin-key.ts";
import type { Chat } from "./chat.ts";
import type { Connection } from "./connection.ts";
import type { FrameFields } from "./frame-fields.ts";

interface By<Who> {
  readonly chat: Chat;
  readonly connection: Connection;
  readonly agent: Who;
}

interface KeyAgent extends Agent {
  readonly key: AgentKey;
}

/** Who sends it, by what it needs. */
interface Senders {
  /** The agent if there is one. */
  readonly nothing: Agent | null;
  readonly agent: Agent;
  readonly key: KeyAgent;
  /** The admin key, in the message itself. */
  readonly admin: Agent | null;
}

interface CommandKind<Need extends keyof Senders, Args> {
  readonly needs: Need;
  readonly read: (fields: FrameFields) => Args;
  readonly run: (by: By<Senders[Need]>, args: Args) => void | Promise<void>;
}

export type Command = (
  chat: Chat,
  connection: Connection,
  fields: FrameFields,
) => void | Promise<void>;

/** Fields are checked before the sender: what a message must look like is no secret. */
export function command<Need extends keyof Senders, Args>({
  needs,
  read,
  run,
}: CommandKind<Need, Args>): Command {
  return (chat, connection, fields) => {
    const args = read(fields);
    if (fields.problem !== null) return connection.error("invalid", fields.problem);
    if (!isAuthorized(needs, chat, connection, fields)) return;
    // `isAuthorized` has checked what this sender needs to be.
    const agent = connection.agent as Senders[Need];
    return run({ chat, connection, agent }, args);
  };
}

/** Whether the sender may send it; otherwise it has been told why not. */
function isAuthorized(
  needs: keyof Senders,
  chat: Chat,
  connection: Connection,
  fields: FrameFields,
): boolean {
  if (needs === "nothing") return true;
  if (needs === "admin") return isAdminKey(chat, connection, fields);
  const { agent } = connection;
  if (agent === null) connection.error("not_identified", "Must IDENTIFY first");
  else if (needs === "key" && agent.key === null) {
    connection.error("key_required", "This needs an identity with a key");
  } else return true;
  return false;
}
