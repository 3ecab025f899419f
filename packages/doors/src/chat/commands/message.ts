/** A message to all members of a channel, or to one agent. Its sender gets it too. */
import type { Agent } from "@bazaar/market/ports";
import type { Chat } from "../chat.ts";
import { command } from "../command.ts";
import type { Connection } from "../connection.ts";
import { type Fields, messageFrame } from "../frames.ts";

const MAX_CONTENT = 4_096;
const MAX_SIGNATURE = 512;
const MAX_ID = 100;
const TARGET = /^[#@]/;
/** Longer than any name or id; errors repeat it. */
const MAX_TARGET = 100;

export const message = command({
  needs: "agent",
  read: (fields) => {
    const to = fields.text("to", "Missing or invalid target");
    if (!TARGET.test(to)) fields.fault("Invalid target (must start with # or @)");
    if (to.length > MAX_TARGET) fields.fault(`Target too long (max ${MAX_TARGET} chars)`);
    const content = fields.text("content", "Missing or invalid content");
    if (content.length > MAX_CONTENT) {
      fields.fault(`Content too long (max ${MAX_CONTENT} chars)`);
    }
    const sig = fields.optionalText("sig", MAX_SIGNATURE) ?? undefined;
    const in_reply_to = fields.optionalText("in_reply_to", MAX_ID) ?? undefined;
    return { to, said: { content, sig, in_reply_to } };
  },
  run({ chat, connection, agent }, { to, said }) {
    if (!connection.takeMessage()) return;
    return to.startsWith("#")
      ? toChannel(chat, connection, agent, to, said)
      : toAgent(chat, connection, agent, to, said);
  },
});

async function toChannel(
  chat: Chat,
  connection: Connection,
  agent: Agent,
  channel: string,
  said: Fields,
): Promise<void> {
  const { talk } = chat;
  if (talk.channel(channel) === null) {
    return connection.error("no_channel", `Channel ${channel} not found`);
  }
  if (!talk.isMember(channel, agent.id)) {
    return connection.error("not_a_member", `Not a member of ${channel}`);
  }
  if (await talk.say(channel, messageFrame(chat, agent, channel, said))) return;
  connection.error("no_channel", `Channel ${channel} not found`);
}

function toAgent(chat: Chat, connection: Connection, agent: Agent, to: string, said: Fields): void {
  const frame = messageFrame(chat, agent, to, said);
  if (!chat.talk.send(to.slice(1), frame)) {
    connection.error("no_agent", `Agent ${to} not found`);
  } else if (to !== `@${agent.id}`) connection.deliver(frame);
}
