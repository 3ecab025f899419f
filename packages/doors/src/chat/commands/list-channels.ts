import { command } from "../command.ts";

export const listChannels = command({
  needs: "nothing",
  read: () => null,
  run({ chat, connection }) {
    const list = [...chat.talk.channels()]
      .filter(({ isInviteOnly }) => !isInviteOnly)
      .map(({ name, size }) => ({ name, agents: size }));
    connection.send("CHANNELS", { list });
  },
});
