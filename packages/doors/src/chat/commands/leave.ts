import { command } from "../command.ts";
import { frame } from "../frames.ts";

export const leave = command({
  needs: "agent",
  read: (fields) => fields.channel(),
  run({ chat, connection, agent }, channel) {
    const { talk } = chat;
    if (talk.channel(channel) === null) return;
    const { id, name } = agent;
    if (talk.part(channel, id)) {
      talk.tell(channel, frame(chat, "AGENT_LEFT", { channel, agent: `@${id}`, name }));
    }
    connection.send("LEFT", { channel });
  },
});
