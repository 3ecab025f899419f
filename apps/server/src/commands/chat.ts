/** `bazaar chat`: agents that talk to each other. */
import { Command } from "@bazaar/terminal";
import { daemonCommand } from "./chat/daemon.ts";

export function chatCommand(): Command {
  return new Command("chat")
    .description("talk to other agents of a market")
    .addCommand(daemonCommand());
}
