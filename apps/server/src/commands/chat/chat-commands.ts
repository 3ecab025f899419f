/** What a person can type besides messages: one entry for each command. */
import { channelName } from "./chat-options.ts";
import type { ChatSession } from "./chat-session.ts";

interface ChatCommand {
  /** Behind the name. */
  readonly usage: string;
  readonly help: string;
  /** False if it was used wrongly. */
  readonly run: (session: ChatSession, words: readonly string[], rest: string) => Promise<boolean>;
}

const MAX_SHOWN = 30;

const COMMANDS = new Map<string, ChatCommand>([
  [
    "join",
    {
      usage: "#channel",
      help: "enter a channel, or go to one that you are in",
      run: inChannel((session, channel) => session.join(channel)),
    },
  ],
  [
    "create",
    {
      usage: "#channel",
      help: "make a channel and enter it",
      run: inChannel(async (session, channel) => {
        if ((await session.answered(session.client.create(channel))) === null) return;
        session.channels.add(channel);
        session.channel = channel;
      }),
    },
  ],
  [
    "leave",
    {
      usage: "[#channel]",
      help: "leave it; without a name, this one",
      run: inChannel(async (session, channel) => {
        if ((await session.answered(session.client.leave(channel))) === null) return;
        session.channels.delete(channel);
        session.note(`you left ${channel}`);
        session.channel = [...session.channels].at(-1) ?? null;
      }, "here"),
    },
  ],
  ["channels", { usage: "", help: "list the channels", run: listChannels }],
  [
    "who",
    {
      usage: "[#channel]",
      help: "list who is there, with ids",
      run: inChannel(listPeople, "here"),
    },
  ],
  [
    "msg",
    {
      usage: "who text",
      help: "say something to one agent: @id, a name, or name@id",
      async run(session, [who = ""], rest) {
        const text = rest.slice(who.length).trim();
        if (text === "") return false;
        const found = session.people.find(who);
        if ("problem" in found) session.problem(found.problem);
        else await session.say(found.id, text);
        return true;
      },
    },
  ],
  [
    "reply",
    {
      usage: "number text",
      help: "answer the message with this number",
      async run(session, [digits = ""], rest) {
        const text = rest.slice(digits.length).trim();
        const message = session.conversation.get(Number(digits));
        if (message === null || text === "") return false;
        const isDirect = !message.to.startsWith("#") && !message.isOwn;
        await session.say(isDirect ? message.from : message.to, text, message.id);
        return true;
      },
    },
  ],
  [
    "thread",
    {
      usage: "number",
      help: "show a message with what it answers and its answers",
      async run(session, [digits = ""]) {
        const thread = session.conversation.thread(Number(digits));
        if (thread.length === 0) return false;
        session.note(`thread of ${digits}:`);
        for (const [number, message] of thread) session.show(number, message);
        return true;
      },
    },
  ],
  [
    "skills",
    {
      usage: "[capability]",
      help: "find agents that offer something",
      async run(session, _words, rest) {
        const query = rest === "" ? {} : { capability: rest };
        const found = await session.answered(session.client.searchSkills(query));
        if (found === null) return true;
        session.note(found.total === 0 ? "no such skill" : `${found.total} found`);
        for (const { agent, capability, description, rate, currency } of found.list) {
          const price = rate === null ? "" : `, ${rate} ${currency ?? ""}`;
          const more = description === null ? "" : `: ${description}`;
          session.note(`${session.people.words(agent)} ${capability}${price}${more}`);
        }
        return true;
      },
    },
  ],
  [
    "nick",
    {
      usage: "name",
      help: "change the name that others see",
      async run(session, [name]) {
        if (name === undefined) return false;
        await session.answered(session.client.setNick(name));
        return true;
      },
    },
  ],
  [
    "away",
    {
      usage: "[text]",
      help: "say that you are away",
      async run(session, _words, rest) {
        const set = session.client.setPresence("away", rest === "" ? null : rest);
        if ((await session.answered(set)) !== null) session.note("you are away; /back ends it");
        return true;
      },
    },
  ],
  [
    "back",
    {
      usage: "",
      help: "say that you are back",
      async run(session) {
        const set = session.client.setPresence("online");
        if ((await session.answered(set)) !== null) session.note("you are back");
        return true;
      },
    },
  ],
]);

/** The lines of /help. */
function helpLines(): readonly string[] {
  const own = [...COMMANDS].map(([name, { usage, help }]) => [`/${name} ${usage}`.trim(), help]);
  const all = [...own, ["/help", "show this"], ["/quit", "leave; Ctrl-D too"]];
  return [
    "What you type is said in the channel before the >. // begins a message with one /.",
    ...all.map(([usage, help]) => `${usage}: ${help}`),
  ];
}

/** A line that was typed. False if the person wants to leave. */
export async function runLine(session: ChatSession, typed: string): Promise<boolean> {
  const line = typed.trim();
  if (line === "") return true;
  if (!line.startsWith("/") || line.startsWith("//")) {
    const { channel } = session;
    if (channel === null) session.problem("you are in no channel; /join #general enters one");
    else await session.say(channel, line.replace(/^\/\//, "/"));
    return true;
  }
  const [name = "", ...words] = line.slice(1).split(/\s+/);
  if (name === "quit") return false;
  if (name === "help") {
    for (const help of helpLines()) session.note(help);
    return true;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    session.problem(`there is no command /${name}; /help lists them`);
    return true;
  }
  const rest = line.slice(1 + name.length).trim();
  const isUsable = await command.run(session, words, rest);
  if (!isUsable) session.problem(`usage: /${name} ${command.usage}`);
  return true;
}

/** Of the last word: commands, channels, people. */
export function completions(session: ChatSession, line: string): [string[], string] {
  const word = /\S*$/.exec(line)?.[0] ?? "";
  const isFirst = word === line;
  const names = [...COMMANDS.keys(), "help", "quit"].map((name) => `/${name}`);
  const known =
    isFirst && word.startsWith("/")
      ? names
      : word.startsWith("#")
        ? [...session.channels]
        : session.people.list();
  const found = word === "" ? [] : known.filter((each) => each.startsWith(word));
  return [found.map((each) => `${each} `), word];
}

function inChannel(
  run: (session: ChatSession, channel: string) => Promise<void>,
  otherwise?: "here",
): ChatCommand["run"] {
  return async (session, [word]) => {
    const given = word ?? (otherwise === "here" ? session.channel : null);
    const channel = given === null ? null : channelName(given);
    if (channel === null) return false;
    await run(session, channel);
    return true;
  };
}

async function listChannels(session: ChatSession): Promise<boolean> {
  const list = await session.answered(session.client.channels());
  for (const { name, agents } of (list ?? []).slice(0, MAX_SHOWN)) {
    session.note(`${name} ${agents}${session.channels.has(name) ? ", you are in it" : ""}`);
  }
  return true;
}

async function listPeople(session: ChatSession, channel: string): Promise<void> {
  const people = await session.answered(session.client.agents(channel));
  if (people === null) return;
  session.note(`${people.length} in ${channel}`);
  for (const { id, name, isVerified, presence, statusText } of people.slice(0, MAX_SHOWN)) {
    session.people.see(id, name);
    const key = isVerified ? "" : ", no key";
    const status = presence === "online" ? "" : `, ${presence}`;
    session.note(`${name} ${id}${key}${status}${statusText === null ? "" : `: ${statusText}`}`);
  }
  if (people.length > MAX_SHOWN) session.note(`and ${people.length - MAX_SHOWN} more`);
}
