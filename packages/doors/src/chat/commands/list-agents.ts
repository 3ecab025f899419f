import { command } from "../command.ts";
import { shownAgent } from "../frames.ts";

export const listAgents = command({
  needs: "agent",
  read: (fields) => fields.channel(),
  run({ chat: { talk }, connection, agent }, channel) {
    const found = talk.channel(channel);
    if (found === null) return connection.error("no_channel", `Channel ${channel} not found`);
    if (found.isInviteOnly && !talk.isMember(channel, agent.id)) {
      return connection.error("not_a_member", `Not a member of ${channel}`);
    }
    const list = talk.members(channel).map((member) => {
      const { presence, statusText } = member;
      return { ...shownAgent(member), presence, status_text: statusText };
    });
    connection.send("AGENTS", { channel, list });
  },
});
