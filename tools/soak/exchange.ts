/** One request and its answer over node:http, on connections that stay open. */
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/** A request that is signed and can be sent again, byte for byte. */
export interface Prepared {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The code of a refusal. */
export function codeOf(text: string): string {
  const { code } = JSON.parse(text) as { readonly code?: string };
  return code ?? "without a code";
}

/** No answer, so the outcome is unknown. */
export class Unanswered extends Error {
  override name = "Unanswered";
}

const ANSWER_MS = 120_000;
const READ_AGAIN_MS = 100;
const MAX_READS = 1_000;

export function keepAliveAgent(connections: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: connections });
}

/** @throws Unanswered */
export function send(
  agent: Agent,
  url: string,
  { path, body, headers }: Prepared,
  signal?: AbortSignal,
): Promise<Reply> {
  return exchange(agent, `${url}${path}`, "POST", headers, body, signal);
}

/** @throws Unanswered */
export async function getText(agent: Agent, url: string): Promise<string> {
  const { text } = await read(agent, url);
  return text;
}

/** @throws Unanswered */
export async function getJson<T>(agent: Agent, url: string): Promise<T> {
  const { status, text } = await read(agent, url);
  if (status !== 200) throw new Error(`GET ${url}: ${status} ${text}`);
  return JSON.parse(text) as T;
}

/** Asks until there is an answer: the server may be down, and it closes idle connections. */
async function read(agent: Agent, url: string): Promise<Reply> {
  for (let reads = 1; ; reads += 1) {
    try {
      return await exchange(agent, url, "GET", {}, null);
    } catch (error) {
      if (!(error instanceof Unanswered) || reads === MAX_READS) throw error;
      await wait(READ_AGAIN_MS);
    }
  }
}

function exchange(
  agent: Agent,
  url: string,
  method: "GET" | "POST",
  headers: Prepared["headers"],
  body: string | null,
  signal?: AbortSignal,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const fail = (cause: unknown) => reject(new Unanswered(`${method} ${url}`, { cause }));
  const options = { agent, method, headers, timeout: ANSWER_MS };
  const sent = request(url, signal === undefined ? options : { ...options, signal });
  sent.once("error", fail);
  sent.once("timeout", () => sent.destroy(new Error("no answer")));
  sent.once("response", (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      text += chunk;
    });
    response.once("error", fail);
    response.once("aborted", () => fail(new Error("the response was cut off")));
    response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  sent.end(body ?? undefined);
  return promise;
}
