import { command } from "../command.ts";

export const ping = command({
  needs: "nothing",
  read: () => null,
  run: ({ connection }) => connection.send("PONG"),
});
