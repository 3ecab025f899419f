/**
 * A program that does the worst that one address can do to a server, for some seconds.
 *
 * `attacker.ts <url> <platform> <address> <seconds>`: prepares everything from other addresses, prints
 * a line, waits for one on its standard input, attacks, and prints how its requests were answered.
 */
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { JsonObject, Party } from "@bazaar/kernel";
import { Client, type Prepared } from "./client.ts";
import { sampleDocument } from "./life.ts";

const [url = "", platform = "", address = "", seconds = "0"] = process.argv.slice(2);

const LISTED = 40;
/** As much as the principal may write. */
const ATTEMPTS = 5;
const LANES_OF_EACH = 12;
const STREAMS = 60;
const COSTLY_POSTS = 60;

/** Patterns that are accepted and take long to compile. */
const PATTERN = "\\PL".repeat(10) + "\\W".repeat(75);
const LONG = "error: it does not work\n".repeat(1_900);

const agents = new Map<string, Agent>();

interface Reply {
  readonly status: number;
  readonly text: string;
}

async function send(from: string, path: string, prepared?: Prepared): Promise<Reply> {
  const agent = agents.get(from) ?? new Agent({ keepAlive: true, localAddress: from });
  agents.set(from, agent);
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const { hostname, port } = new URL(url);
  const method = prepared === undefined ? "GET" : "POST";
  const headers = { ...prepared?.headers };
  const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
    const chunks: Buffer[] = [];
    response.on("data", (chunk) => chunks.push(chunk));
    response.on("end", () =>
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
    );
    response.on("error", reject);
  });
  sent.on("error", reject);
  sent.end(prepared?.body);
  return promise;
}

async function must(from: string, prepared: Prepared): Promise<JsonObject> {
  const { status, text } = await send(from, prepared.path, prepared);
  if (status !== 200) throw new Error(`${prepared.path}: ${status} ${text}`);
  return JSON.parse(text);
}

function client(): Client {
  return new Client(url, { entries: "none", requests: "seed" });
}

function costlyPost(nonce: number): Prepared {
  const document = sampleDocument(platform as Party, {
    task: { command: "make", error: LONG },
    notes: `${nonce} ${LONG.slice(4_000)}`,
    verification: [{ method: "output_match", pattern: `${PATTERN}${nonce.toString(36)}` }],
  });
  return client().preparePost(document, {} as never);
}

/** Contracts that take long to read, so many that no cache holds them. */
async function postListed(): Promise<void> {
  for (let at = 0; at < LISTED; at += 1) {
    await must(`127.0.1.${10 + at}`, costlyPost(at));
  }
}

/** A contract with a transcript of megabytes: every attempt fails with as much evidence as allowed. */
async function longContract(): Promise<string> {
  const [principal, worker] = [client(), client()];
  const document = {
    version: 2n,
    task: { command: "make" },
    execution: { max_attempts: 50n },
  };
  const { contract_id: id } = await must("127.0.2.1", principal.preparePost(document, {} as never));
  const act = async (who: Client, from: string, word: string, data: JsonObject, key: string) =>
    must(from, who.sign(`/contracts/${id}/${word}`, { ...data, [key]: who.party }));
  await act(worker, "127.0.2.2", "accept", {}, "agent_pubkey");
  for (let at = 0; at < ATTEMPTS; at += 1) {
    const fix = { fix: LONG.repeat(2), explanation: `fix ${at}` };
    await act(worker, `127.0.3.${10 + at}`, "fix", fix, "agent_pubkey");
    const evidence = { exit_code: 1n, output: LONG.repeat(4) };
    const said = { success: false, explanation: `failure ${at}`, evidence };
    await act(principal, `127.0.4.${10 + at}`, "verify", said, "principal_pubkey");
  }
  return String(id);
}

const statuses: Record<string, number> = {};

function count(name: string): void {
  statuses[name] = (statuses[name] ?? 0) + 1;
}

/** One request after another until the time is over; a refused one is tried again, with manners. */
async function repeat(untilMs: number, next: () => readonly [string, Prepared?]): Promise<void> {
  while (Date.now() < untilMs) {
    const [path, prepared] = next();
    const status = await send(address, path, prepared).then(
      ({ status }) => status,
      () => 0,
    );
    count(String(status));
    if (status !== 200) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A reader of everything that ever happened. */
function listen(): void {
  const { hostname, port } = new URL(url);
  const path = "/contracts/stream?last_event_id=0";
  const stream = request({ hostname, port, path, localAddress: address }, (response) => {
    count(`stream ${response.statusCode}`);
    response.resume();
    response.on("error", () => count("stream closed"));
  });
  stream.on("error", () => count("stream failed"));
  stream.end();
}

const id = await longContract();
await postListed();
const posts = Array.from({ length: COSTLY_POSTS }, (_, at) => costlyPost(1_000 + at));
console.log("ready");
await once(process.stdin, "data");

const untilMs = Date.now() + Number(seconds) * 1_000;
const reads = [
  "/contracts?limit=100",
  `/contracts/${id}`,
  `/contracts/${id}/transcript`,
  `/contracts/${id}/verify_chain`,
];
for (let at = 0; at < STREAMS; at += 1) listen();
const lanes = Array.from({ length: LANES_OF_EACH }, () => [
  ...reads.map((path) => repeat(untilMs, () => [path])),
  repeat(untilMs, () => ["/contracts", posts.pop() ?? costlyPost(0)]),
]).flat();
await Promise.all(lanes);
console.log(JSON.stringify(statuses));
process.exit(0);
