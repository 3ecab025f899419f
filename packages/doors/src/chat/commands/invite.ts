import { command } from "../command.ts";
import { messageFrame } from "../frames.ts";
import { invitationText } from "../words.ts";

export const invite = command({
  needs: "agent",
  read: (fields) => ({ channel: fields.channel(), invited: fields.agent("agent") }),
  async run({ chat, connection, agent }, { channel, invited }) {
    const { talk } = chat;
    if (talk.channel(channel) === null) {
      return connection.error("no_channel", `Channel ${channel} not found`);
    }
    if (!talk.isMember(channel, agent.id)) {
      return connection.error("not_a_member", `Not a member of ${channel}`);
    }
    if (talk.agent(invited) === null) {
      return connection.error("no_agent", `Agent @${invited} not found`);
    }
    // Not counted as a message, which the invited agent gets: who made a channel may invite several.
    if (!connection.takeChange("invitation", false)) return;
    await talk.invite(channel, invited);
    const content = invitationText(channel);
    talk.send(invited, messageFrame(chat, agent, `@${invited}`, { content }));
  },
});
