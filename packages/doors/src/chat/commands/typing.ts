import { command } from "../command.ts";
import { frame } from "../frames.ts";

/** Says nothing to those who may not say it: it is sent with every key. */
export const typing = command({
  needs: "nothing",
  read: (fields) => fields.channel(),
  run({ chat, agent }, channel) {
    if (agent === null || !chat.talk.isMember(channel, agent.id)) return;
    const { id, name } = agent;
    const fields = { from: `@${id}`, from_name: name, channel };
    chat.talk.tell(channel, frame(chat, "TYPING", fields), id);
  },
});
