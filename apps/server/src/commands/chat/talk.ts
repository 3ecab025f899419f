/** `bazaar chat`: a person talks on a terminal; programs write and read lines. */
import { fields, parseJson } from "@bazaar/kernel";
import { asciiJson, BadInput, complain, say } from "@bazaar/terminal";
import { completions, runLine } from "./chat-commands.ts";
import {
  type ChatOptions,
  channelName,
  firstConnection,
  openClient,
  readChatUrl,
} from "./chat-options.ts";
import { ChatScreen } from "./chat-screen.ts";
import { ChatSession } from "./chat-session.ts";

export interface TalkOptions extends ChatOptions {
  readonly channel: string;
  readonly anonymous?: boolean;
  readonly json?: boolean;
}

const MAX_TO = 128;
const MAX_CONTENT = 4_096;

export async function talk(url: string, options: TalkOptions): Promise<void> {
  readChatUrl("[url]", url);
  const channel = channelName(options.channel);
  if (channel === null) {
    throw new BadInput(`--channel: expected a name such as #general, got "${options.channel}"`);
  }
  const isJson = options.json === true;
  const isTerminal =
    !isJson &&
    process.stdin.isTTY === true &&
    process.stdout.isTTY === true &&
    process.env.TERM !== "dumb";
  const leaving = new AbortController();
  // Only the first: a second one ends the process at once.
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => leaving.abort());
  }
  await using client = openClient(url, options, { isAnonymous: options.anonymous === true });
  const lines: string[] = [];
  let arrived = Promise.withResolvers<void>();
  let isOver = false;
  const over = (): void => {
    isOver = true;
    arrived.resolve();
  };
  leaving.signal.addEventListener("abort", over);
  using screen = new ChatScreen({
    isTerminal,
    onLine: (line) => {
      lines.push(line);
      arrived.resolve();
    },
    onEnd: over,
    complete: (line) => completions(session, line),
  });
  const session: ChatSession = new ChatSession(client, {
    event: isJson ? (event) => say(asciiJson(JSON.stringify(event))) : null,
    print: (text) => screen.print(text),
    prompt: (text) => screen.prompt(text),
    get columns() {
      return screen.columns;
    },
  });
  using _ = client.listen((event) => {
    session.hear(event);
    if (event.type !== "ended") return;
    process.exitCode = 1;
    leaving.abort();
  });
  const first = await firstConnection(client, leaving.signal);
  if (typeof first === "string") {
    complain("bazaar", first);
    process.exitCode = 1;
    return;
  }
  await session.join(channel);
  while (!leaving.signal.aborted) {
    const line = lines.shift();
    if (line === undefined && isOver) break;
    if (line === undefined) {
      arrived = Promise.withResolvers();
      await arrived.promise;
    } else if (!(await runTyped(session, line, isJson))) break;
  }
}

/** False if the person wants to leave. Programs may write a message as JSON, too. */
async function runTyped(session: ChatSession, line: string, isJson: boolean): Promise<boolean> {
  if (!isJson || !line.trimStart().startsWith("{")) return runLine(session, line);
  const json = parseJson(line);
  const read = json.ok ? fields(json.value) : null;
  const to = read?.string("to", { min: 1, max: MAX_TO }) ?? "";
  const content = read?.string("content", { min: 1, max: MAX_CONTENT }) ?? "";
  const inReplyTo =
    read?.optional("in_reply_to", (at) => read.string(at, { min: 1, max: MAX_TO })) ?? null;
  if (read === null || read.problem !== null) {
    session.problem('expected {"to": "#general", "content": "hello"}');
  } else await session.say(to, content, inReplyTo);
  return true;
}
