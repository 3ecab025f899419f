import { command } from "../command.ts";

export const createChannel = command({
  needs: "agent",
  read: (fields) => ({
    channel: fields.channel(),
    isInviteOnly: fields.value("invite_only") === true,
  }),
  async run({ chat, connection, agent }, { channel, isInviteOnly }) {
    const { talk } = chat;
    if (talk.channel(channel) !== null) {
      return connection.error("channel_exists", `Channel ${channel} already exists`);
    }
    if (!connection.takeChange("channel", true)) return;
    const created = await talk.create(channel, isInviteOnly ? agent.id : null);
    if (created === "exists") {
      return connection.error("channel_exists", `Channel ${channel} already exists`);
    }
    if (created === "too_many") {
      return connection.error("rate_limited", "Too many channels are in use");
    }
    if (connection.hasEnded) return;
    talk.join(channel, agent.id);
    const agents = talk.members(channel).map(({ id }) => `@${id}`);
    connection.send("JOINED", { channel, agents });
  },
});
