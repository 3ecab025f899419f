import { command } from "../command.ts";
import { frame } from "../frames.ts";

const NICK = /^[A-Za-z0-9_-]{1,24}$/;
/** Names that others would believe. */
const RESERVED: ReadonlySet<string> = new Set(
  "server admin system root moderator mod bot agentchat operator shadow god jc".split(" "),
);

export const setNick = command({
  needs: "agent",
  read: (fields) => fields.matching("nick", NICK, "Invalid nick"),
  run({ chat, connection, agent }, nick) {
    const { talk, settings, clock } = chat;
    if (RESERVED.has(nick.toLowerCase())) {
      return connection.error("reserved_name", `Nick "${nick}" is reserved`);
    }
    const waitMs = connection.nicks.take(settings.rates.nicks, clock.nowMs());
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      const problem = `Nick change rate limited. Try again in ${seconds}s`;
      return connection.error("rate_limited", problem);
    }
    const { id, name } = agent;
    talk.show(id, { name: nick });
    const fields = { agent_id: `@${id}`, old_nick: name, new_nick: nick };
    const changed = frame(chat, "NICK_CHANGED", fields);
    talk.tellAround(id, changed);
    connection.deliver(changed);
  },
});
