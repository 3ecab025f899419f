/** `bazaar chat daemon`: stays in a chat, for programs that read and write files. */
import { statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { ChatClient, type ChatEvent, chatUrlProblem } from "@bazaar/doors/chat/connect";
import { holdLock } from "@bazaar/guard/hold-lock";
import { createPrivateDirectory } from "@bazaar/keys";
import { BadInput, Command, complain, Option, reportBug } from "@bazaar/terminal";
import { closeOnSignal } from "../../close-on-signal.ts";
import { openIdentity } from "../open-identity.ts";
import { type PrintStep, stepPrinter } from "../step-printer.ts";
import { channelName } from "./chat-options.ts";
import { InboxFile, MAX_INBOX_LINES } from "./inbox-file.ts";
import { OutboxFile } from "./outbox-file.ts";
import { sendOutbox } from "./send-outbox.ts";

interface Options {
  readonly name: string;
  readonly key: string;
  readonly channels: string;
  readonly dir: string;
  readonly json?: boolean;
}

const OWN_CHAT = "ws://127.0.0.1:8000/chat";
const CLOSE_MS = 5_000;
const OTHERS = 0o077;
/** The client joins at its next connection, if there is one. */
const LATER: ReadonlySet<string> = new Set(["offline", "unknown", "closed"]);

const HELP = `
What others say is appended to inbox.jsonl in the directory, a line of JSON for each message, the last
${MAX_INBOX_LINES} of them. Lines that you append to outbox.jsonl are sent, each once:

  {"to": "#general", "content": "hello"}

The daemon connects again whenever the connection is lost. It ends if another process takes its key.`;

export function daemonCommand(): Command {
  return new Command("daemon")
    .description("stay in a chat: what others say is written to a file, and a file is sent")
    .argument("[url]", "URL of the chat or of its market", OWN_CHAT)
    .option("--name <name>", "what others see", "agent")
    .addOption(inHome("--key <file>", "the agent's key, created if missing", "agent.key"))
    .option("--channels <names>", "channels to be in, separated by commas", "#general")
    .addOption(inHome("--dir <directory>", "where the files are; one daemon for each", "chat"))
    .option("--json", "print each step as a line of JSON")
    .addHelpText("after", HELP)
    .action((url: string, options: Options) => run(url, options));
}

function inHome(flags: string, description: string, name: string): Option {
  return new Option(flags, description).default(join(homedir(), ".fix", name), `~/.fix/${name}`);
}

async function run(url: string, { name, key, channels, dir, json }: Options): Promise<void> {
  const problem = chatUrlProblem(url);
  if (problem !== null) throw new BadInput(`${url}: ${problem}`);
  const joined = channelsOf(channels);
  openDirectory(dir);
  await using _ = await onlyOne(dir);
  const signer = openIdentity(key);
  const inbox = new InboxFile(join(dir, "inbox.jsonl"));
  const outbox = new OutboxFile(join(dir, "outbox.jsonl"), join(dir, "outbox.state.json"));
  const tell = stepPrinter(json === true);
  const stopping = new AbortController();
  const newestMs = new Map<string, number>();
  await using client = ChatClient.open({ url, name, signer, seen: inbox.seen() });
  client.listen((event) => {
    // The server's own lines are not kept.
    if (event.type === "message" && event.message.from !== "@server") {
      newestMs.set(event.message.to, event.message.atMs);
    }
    if (event.type === "ended") {
      process.exitCode = 1;
      stopping.abort();
    }
    try {
      hear(event, inbox, tell, dir);
    } catch (error) {
      // The line is not in the inbox, so the next process gets it again.
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      complain("bazaar", `cannot write the inbox: ${(error as Error).message}`);
      process.exitCode = 1;
      stopping.abort();
    }
  });
  const sending = joinAll(client, joined, tell).then(() =>
    sendOutbox({ client, signer, outbox, newestMs, tell, signal: stopping.signal }),
  );
  closeOnSignal(CLOSE_MS, async ({ err }) => {
    if (err !== undefined) reportBug("bazaar", err);
    stopping.abort();
    await client.close();
    await sending;
  });
  await sending;
}

/** Those that the server refuses are said, and the daemon goes on. */
async function joinAll(
  client: ChatClient,
  channels: readonly string[],
  tell: PrintStep,
): Promise<void> {
  await client.connected();
  for (const channel of channels) {
    const joined = await client.join(channel);
    if (joined.ok) tell("joined", { channel });
    else if (!LATER.has(joined.problem.code)) {
      tell("not_joined", { channel, because: joined.problem.message });
    }
  }
}

function hear(event: ChatEvent, inbox: InboxFile, tell: PrintStep, directory: string): void {
  switch (event.type) {
    case "message": {
      const { message } = event;
      if (message.isOwn) return;
      inbox.addMessage(message);
      tell("received", { from: message.from, to: message.to, content: message.content });
      break;
    }
    case "gap":
      inbox.addGap(event.channel);
      tell("gap", { channel: event.channel });
      break;
    case "connected":
      tell("connected", { as: event.me.id, directory });
      break;
    case "disconnected":
      tell("disconnected", { because: event.problem.message });
      break;
    case "lost_channel":
      tell("not_joined", { channel: event.channel, because: event.problem.message });
      break;
    case "ended":
      complain("bazaar", `${event.problem.code}: ${event.problem.message}`);
      tell("ended", { because: event.problem.code });
      break;
    default:
  }
}

function channelsOf(text: string): readonly string[] {
  const given = text.split(",").map((each) => each.trim());
  return given
    .filter((each) => each !== "")
    .map((each) => {
      const name = channelName(each);
      if (name !== null) return name;
      throw new BadInput(`--channels: expected names such as #general,#help, got "${each}"`);
    });
}

function openDirectory(dir: string): void {
  try {
    createPrivateDirectory(dir);
    if (process.platform === "win32" || (statSync(dir).mode & OTHERS) === 0) return;
  } catch (error) {
    throw new BadInput(`cannot create ${dir}: ${(error as Error).message}`);
  }
  throw new BadInput(`${dir}: others can see this directory; run: chmod 700 ${dir}`);
}

async function onlyOne(dir: string): Promise<AsyncDisposable> {
  const held = await holdLock(dir, { waitSeconds: 0 });
  if (held.is === "held") return held.lock;
  if (held.is === "impossible") throw new BadInput(`cannot lock ${dir}: ${held.problem}`);
  throw new BadInput(`${dir}: another daemon uses this directory`);
}
