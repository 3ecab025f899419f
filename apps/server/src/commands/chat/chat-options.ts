/** What every command that talks is told: where, as whom. */
import { homedir } from "node:os";
import { join } from "node:path";
import { ChatClient, type ChatProblem, chatUrlProblem, type Me } from "@bazaar/doors/chat/connect";
import { BadInput, type Command, Option } from "@bazaar/terminal";
import { OWN_MARKET } from "../market-option.ts";
import { openIdentity } from "../open-identity.ts";

export interface ChatOptions {
  readonly key: string;
  readonly name: string;
}

const CHANNEL = /^#?[A-Za-z0-9_-]{1,31}$/;
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

export function withChatOptions(command: Command): Command {
  const key = join(homedir(), ".fix", "agent.key");
  return command
    .addOption(
      new Option("--key <file>", "the agent's key, created if missing").default(
        key,
        "~/.fix/agent.key",
      ),
    )
    .option("--name <name>", "what others see beside your id", "agent");
}

export function chatUrlOption(): Option {
  return new Option("--market <url>", "URL of the market, or of a chat such as wss://host:6667")
    .default(OWN_MARKET)
    .argParser((url: string) => readChatUrl("--market", url));
}

/** @throws BadInput that names the option. */
export function readChatUrl(option: string, url: string): string {
  const problem = chatUrlProblem(url);
  if (problem !== null) throw new BadInput(`${option}: ${problem}`);
  return url;
}

/** Without a key, the agent has another id after each reconnect. */
export function openClient(
  url: string,
  options: ChatOptions,
  { isAnonymous = false } = {},
): ChatClient {
  const { name } = options;
  if (!NAME.test(name)) {
    throw new BadInput("--name: expected 1 to 32 letters, digits, _ and -");
  }
  if (isAnonymous) return ChatClient.open({ url, name, signer: null });
  return ChatClient.open({ url, name, signer: openIdentity(options.key) });
}

/** With its `#`, which may be left out; null if it is not a name. */
export function channelName(text: string): string | null {
  return CHANNEL.test(text) ? `#${text.replace(/^#/, "")}` : null;
}

/** `@` and the id, as agents are written on the wire. @throws BadInput that names where it stood. */
export function readAgentId(what: string, text: string): string {
  const id = text.replace(/^@/, "");
  if (/^[A-Za-z0-9]{1,64}$/.test(id)) return `@${id}`;
  throw new BadInput(`${what}: expected an agent's id such as @0123456789abcdef, got "${text}"`);
}

/** Why there is no connection and will be none, for people. */
export function endedWords({ code, message }: ChatProblem): string {
  return code === "displaced" ? "another program connected with the same key" : message;
}

/** Or why there is none: a market that was never there is not waited for. */
export async function firstConnection(
  client: ChatClient,
  signal: AbortSignal,
): Promise<Me | string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  using _ = client.listen((event) => {
    if (event.type === "disconnected") resolve(`cannot connect: ${event.problem.message}`);
  });
  signal.addEventListener("abort", () => resolve("cancelled"), { once: true });
  const first = await Promise.race([client.connected(), promise]);
  if (typeof first === "string") return first;
  return first.ok ? first.value : endedWords(first.problem);
}
