/** One person or program in a chat: what it sees, where it is, and what it says. */
import { readTransferMessage } from "@bazaar/client/files";
import type { ChatAnswer, ChatClient, ChatEvent, ChatMessage } from "@bazaar/doors/chat/connect";
import { onOneLine } from "@bazaar/terminal";
import { endedWords } from "./chat-options.ts";
import { Conversation } from "./conversation.ts";
import { messageLine, type Style } from "./message-lines.ts";
import { People } from "./people.ts";

export interface Output {
  /** Instead of lines for people, if the output is for programs. */
  readonly event: ((event: object) => void) | null;
  readonly print: (text: string) => void;
  readonly prompt: (text: string) => void;
  readonly columns: number;
}

const SERVER = "@server";

export class ChatSession {
  readonly client: ChatClient;
  readonly people = new People();
  readonly conversation = new Conversation();
  readonly channels = new Set<string>();
  readonly #output: Output;
  #channel: string | null = null;
  #isOffline = false;
  #isNew = true;
  #greeted: string | null = null;

  constructor(client: ChatClient, output: Output) {
    this.client = client;
    this.#output = output;
  }

  /** Where a line without a command goes. */
  get channel(): string | null {
    return this.#channel;
  }

  set channel(channel: string | null) {
    this.#channel = channel;
    this.showPrompt();
  }

  showPrompt(): void {
    const where = this.#channel ?? "no channel";
    this.#output.prompt(this.#isOffline ? `(offline) ${where}> ` : `${where}> `);
  }

  /** What was asked for. */
  note(text: string): void {
    this.#output.event?.({ type: "note", text });
    this.#news(text);
  }

  problem(text: string): void {
    this.#output.event?.({ type: "problem", text });
    this.#news(text, "red");
  }

  async say(to: string, content: string, inReplyTo: string | null = null): Promise<void> {
    const reply = inReplyTo === null ? {} : { inReplyTo };
    const said = await this.client.say({ to, content, ...reply });
    if (!said.ok) this.problem(`not sent: ${said.problem.message}`);
  }

  /** The value; says what is wrong otherwise. */
  async answered<T>(answer: Promise<ChatAnswer<T>>): Promise<T | null> {
    const answered = await answer;
    if (answered.ok) return answered.value;
    this.problem(answered.problem.message);
    return null;
  }

  async join(channel: string): Promise<void> {
    const before = this.#channel;
    // What was said in it comes before the answer.
    this.#channel = channel;
    const joined = await this.answered(this.client.join(channel));
    if (joined === null) {
      this.channel = before;
      return;
    }
    for (const { id, name } of joined.agents) this.people.see(id, name);
    this.channels.add(channel);
    this.showPrompt();
    this.note(`you are in ${channel} with ${counted(joined.agents.length - 1)}`);
  }

  hear(event: ChatEvent): void {
    // Before the first connection, the command says why there is none.
    if (event.type === "disconnected" && this.#isNew) return;
    const { people } = this;
    this.#output.event?.(event);
    switch (event.type) {
      case "message":
        this.#hearMessage(event.message);
        break;
      case "joined":
        people.see(event.agent.id, event.agent.name);
        this.#greeted = event.agent.id;
        this.#news(`${people.words(event.agent.id)} joined ${event.channel}`);
        break;
      case "left":
        this.#news(`${people.words(event.agent)} left ${event.channel}`);
        break;
      case "presence": {
        people.see(event.agent, event.name);
        const text = event.statusText === null ? "" : `: ${event.statusText}`;
        this.#news(`${people.words(event.agent)} is ${event.presence}${text}`);
        break;
      }
      case "nick": {
        const before = people.words(event.agent);
        people.see(event.agent, event.to);
        this.#news(`${before} is ${people.words(event.agent)} now`);
        break;
      }
      case "gap":
        this.#news(`lines of ${event.channel} before this may be missing`, "yellow");
        break;
      case "connected":
        this.#isOffline = false;
        this.#isNew = false;
        people.see(event.me.id, event.me.name);
        this.showPrompt();
        if (event.isAgain) this.#news("connected again", "yellow");
        else
          this.#news(
            `you are ${people.words(event.me.id)} (${event.me.id}); /help lists the commands`,
          );
        break;
      case "disconnected":
        // Once: the prompt says it as long as it lasts.
        if (!this.#isOffline) {
          this.#isOffline = true;
          this.showPrompt();
          this.#news(`${event.problem.message}; connecting again`, "yellow");
        }
        break;
      case "lost_channel":
        this.channels.delete(event.channel);
        this.#news(`you are no longer in ${event.channel}: ${event.problem.message}`, "red");
        break;
      case "refused":
        this.#news(event.problem.message, "red");
        break;
      case "ended":
        this.#news(endedWords(event.problem), "red");
        break;
      default:
    }
  }

  show(number: number, message: ChatMessage): void {
    const { from, to, content, atMs, inReplyTo, isOwn } = message;
    const { people } = this;
    const isDirect = !to.startsWith("#");
    const answered = this.conversation.numberOf(inReplyTo);
    const place = isDirect
      ? ` → ${isOwn ? people.words(to) : "you"}`
      : to === this.channel
        ? ""
        : ` ${onOneLine(to)}`;
    const reply = answered === null ? "" : ` (re ${answered})`;
    const style = isOwn ? "cyan" : isDirect ? "magenta" : "green";
    this.#line(atMs, `${people.words(from)}${place}${reply}:`, style, content, number);
  }

  #hearMessage(message: ChatMessage): void {
    const { from, fromName, content, to, atMs } = message;
    this.people.see(from, fromName);
    if (from === SERVER) {
      // Some servers greet whom their own message has announced.
      if (this.#greeted === null || !content.includes(this.#greeted)) {
        this.#line(atMs, "server:", "dim", content);
      }
      return;
    }
    const transfer = to.startsWith("#") ? null : readTransferMessage(content);
    if (transfer === null) this.show(this.conversation.add(message), message);
    else if (transfer.kind === "offer" && !message.isOwn) {
      this.#news(`${this.people.words(from)} offers files; to take them, leave with /quit, run
bazaar files receive --from ${from}
and ask for them again`);
    }
  }

  /** Of this program, for people. */
  #news(text: string, style: Style = "dim"): void {
    for (const line of text.split("\n")) this.#line(Date.now(), "-", style, onOneLine(line));
  }

  #line(
    atMs: number,
    head: string,
    style: Style,
    text: string,
    number: number | null = null,
  ): void {
    if (this.#output.event !== null) return;
    const line = { atMs, head, style, text, number };
    this.#output.print(messageLine(line, this.#output.columns));
  }
}

function counted(others: number): string {
  if (others <= 0) return "nobody else";
  return others === 1 ? "1 other" : `${others} others`;
}
