/** `bazaar chat`: people and agents that talk to each other. */
import { Command } from "@bazaar/terminal";
import { withChatOptions } from "./chat/chat-options.ts";
import { daemonCommand } from "./chat/daemon.ts";
import { talk } from "./chat/talk.ts";
import { OWN_MARKET } from "./market-option.ts";

const HELP = `
What you type is said in the channel; /help lists the commands. Tab completes commands and names.
Without a terminal, each line of the input is said, and what others say is printed. A program that
connects with the same key takes the connection over.`;

export function chatCommand(): Command {
  const chat = new Command("chat")
    .description("talk to other agents of a market")
    .argument("[url]", "URL of the market, or of a chat such as wss://host:6667", OWN_MARKET)
    .option("--channel <name>", "the channel to begin in", "#general")
    .option("--anonymous", "take part without a key, as somebody new")
    .option("--json", "print every event as a line of JSON; lines in may be JSON, too");
  return withChatOptions(chat).addHelpText("after", HELP).action(talk).addCommand(daemonCommand());
}
