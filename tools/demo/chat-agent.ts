/** One agent of `npm run demo -- chat`: `chat-agent.ts <url> <ada | bo | cy> <its folder>`. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { PacedPort, PendingOffers, readFiles, receiveFiles, sendFiles } from "@bazaar/client/files";
import {
  type ChatAnswer,
  ChatClient,
  type ChatEvent,
  type ChatMessage,
} from "@bazaar/doors/chat/connect";
import { SYSTEM_CLOCK as clock } from "@bazaar/doors/connection";
import { generateSigner } from "@bazaar/keys";
import { ChatTransferPort } from "../../apps/server/src/commands/chat/transfer-port.ts";

const CHANNEL = "#engineering";
const ROLES: ReadonlyMap<string, () => Promise<void>> = new Map([
  ["ada", cleanFiles],
  ["bo", askForHelp],
  ["cy", listenIn],
]);
const MAX_MS = 60_000;

const [url = "", name = "", folder = ""] = process.argv.slice(2);
const signer = name === "cy" ? null : generateSigner();
const client = ChatClient.open({ url, name, signer });
const events: ChatEvent[] = [];
client.listen((event) => events.push(event));
const { signal } = new AbortController();
const late = setTimeout(() => fail("what it waits for did not happen"), MAX_MS);
const transfers = {
  port: new PacedPort(new ChatTransferPort(client), clock),
  clock,
  onStep() {},
  signal,
};

const me = must(await client.connected());
tell(`enters as ${me.id}, ${me.isVerified ? "with a proven key" : "without a key"}`);
await ROLES.get(name)?.();
clearTimeout(late);
await client.close();

/** Has a skill, and does what it is asked for. */
async function cleanFiles(): Promise<void> {
  const skill = { capability: "csv-cleaning", description: null, rate: 0.25, currency: "XNO" };
  must(await client.registerSkills([skill]));
  tell("registers a skill: csv-cleaning for 0.25 XNO");
  const offers = Promise.withResolvers<void>();
  using pending = new PendingOffers(transfers.port, clock, () => offers.resolve());
  must(await client.join(CHANNEL));
  const question = await line(({ content }) => content.includes(me.id));
  await reply(question, "I can. Send it to me.");
  await offers.promise;
  const [offered] = pending.list();
  if (offered === undefined) fail("the offer is gone");
  const { from, offer } = offered;
  const sized = offer.files.map((file) => `${file.name}, ${file.size} bytes`).join("; ");
  tell(`accepts ${sized}, in ${offer.chunks} parts`);
  const received = await receiveFiles({ ...transfers, folder, replaces: false }, from, offer);
  if (!received.ok) fail(received.problem);
  tell(`saves ${received.saved.join(", ")}`);
}

/** Needs somebody with a skill, and sends a file. */
async function askForHelp(): Promise<void> {
  const { agents } = must(await client.join(CHANNEL));
  const here = new Map(agents.map((agent) => [agent.name, agent.id]));
  await until((event) => {
    if (event.type === "joined") here.set(event.agent.name, event.agent.id);
    return here.has("ada") && here.has("cy") ? true : null;
  });
  const found = must(await client.searchSkills({ capability: "csv" }));
  for (const { agent, capability, rate, currency } of found.list) {
    tell(`searches for csv and finds ${agent}: ${capability} for ${rate} ${currency}`);
  }
  const helper = found.list[0]?.agent ?? fail("nobody has the skill");
  console.log(`\n${CHANNEL}`);
  const content = `${helper} Can you clean orders.csv?`;
  tell(content);
  const question = must(await client.say({ to: CHANNEL, content }));
  await line((message) => message.inReplyTo === question.id && message.from !== helper);
  console.log("");
  tell("offers orders.csv to ada");
  const files = readFiles([join(folder, "orders.csv")]);
  if (typeof files === "string") fail(files);
  const newId = (): string => randomBytes(8).toString("hex");
  const problem = await sendFiles({ ...transfers, newId, senderNick: name }, helper, files);
  if (problem !== null) fail(problem);
}

/** Follows a thread and adds to it. */
async function listenIn(): Promise<void> {
  must(await client.join(CHANNEL));
  const answer = await line(({ inReplyTo }) => inReplyTo !== null);
  await reply({ ...answer, id: answer.inReplyTo }, "Note that its prices are in cents.");
}

async function reply({ id }: ChatMessage, content: string): Promise<void> {
  tell(content, "  ");
  must(await client.say({ to: CHANNEL, content, ...(id === null ? {} : { inReplyTo: id }) }));
}

/** The first line of the others that fits, also of those that were said before. */
function line(fits: (message: ChatMessage) => boolean): Promise<ChatMessage> {
  return until((event) => {
    const isLine = event.type === "message" && !event.message.isOwn;
    return isLine && event.message.from !== "@server" && fits(event.message) ? event.message : null;
  });
}

function until<T>(look: (event: ChatEvent) => T | null): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const again = (event: ChatEvent): void => {
    const found = look(event);
    if (found !== null) resolve(found);
  };
  events.forEach(again);
  client.listen(again);
  return promise;
}

function must<T>(answer: ChatAnswer<T>): T {
  return answer.ok ? answer.value : fail(answer.problem.message);
}

function tell(text: string, indent = ""): void {
  console.log(`${indent}${name.padEnd(4)} ${text}`);
}

function fail(problem: string): never {
  console.error(`${name}: ${problem}`);
  process.exit(1);
}
