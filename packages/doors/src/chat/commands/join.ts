import { command } from "../command.ts";
import { frame, joinedFrame, replayFrame, serverFrame, shownAgent } from "../frames.ts";
import { arrivalText, welcomeText } from "../words.ts";

/** An agent enters a channel, and gets what was said there last. */
export const join = command({
  needs: "agent",
  read: (fields) => fields.channel(),
  run({ chat, connection, agent }, channel) {
    const { talk, settings } = chat;
    const found = talk.channel(channel);
    if (found === null) return connection.error("no_channel", `Channel ${channel} not found`);
    const isNew = !talk.isMember(channel, agent.id);
    if (isNew && found.isInviteOnly && !talk.isInvited(channel, agent.id)) {
      return connection.error("not_invited", `Channel ${channel} is invite-only`);
    }
    if (isNew) {
      const { id, ...shown } = shownAgent(agent);
      talk.tell(channel, frame(chat, "AGENT_JOINED", { channel, agent: id, ...shown }));
      if (settings.hasGreetings) {
        talk.tell(channel, serverFrame(chat, channel, arrivalText(agent, channel)));
      }
    }
    const lines = talk.join(channel, agent.id);
    connection.deliver(joinedFrame(chat, channel));
    for (const line of lines ?? []) connection.deliver(replayFrame(line));
    if (isNew && settings.hasGreetings) {
      connection.deliver(serverFrame(chat, channel, welcomeText(channel)));
    }
  },
});
