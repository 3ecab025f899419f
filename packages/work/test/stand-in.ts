/**
 * A server that speaks OpenAI's chat completions on this machine and checks what it is asked: the
 * method, the path, the key, the model and the two messages. What it answers is up to the test.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How one request is answered, well or badly. */
export type Reply = (response: ServerResponse) => void;

export interface Asked {
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

export interface StandIn extends AsyncDisposable {
  readonly baseUrl: string;
  /** Every request, in order. */
  readonly asked: readonly Asked[];
  /** What was wrong with any of them. */
  readonly problems: readonly string[];
  /** Ends when a client has hung up before its answer was complete. */
  readonly hungUp: Promise<void>;
}

export const STAND_IN_KEY = "sk-stand-in-0123456789";

export async function standIn(replyTo: (asked: Asked) => Reply): Promise<StandIn> {
  const asked: Asked[] = [];
  const problems: string[] = [];
  const hungUp = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    response.on("close", () => response.writableFinished || hungUp.resolve());
    const read = readRequest(request, await text(request));
    problems.push(...read.problems);
    asked.push(read.asked);
    replyTo(read.asked)(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    problems,
    hungUp: hungUp.promise,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

interface Wire {
  readonly model?: unknown;
  readonly max_tokens?: unknown;
  readonly messages?: readonly { readonly role?: unknown; readonly content?: unknown }[];
}

function readRequest(
  request: IncomingMessage,
  body: string,
): { readonly asked: Asked; readonly problems: readonly string[] } {
  const { model, max_tokens: maxTokens, messages = [] } = JSON.parse(body) as Wire;
  const [system, prompt] = messages;
  const checks: Record<string, boolean> = {
    "the method is POST": request.method === "POST",
    "the path is that of chat completions": request.url === "/v1/chat/completions",
    "the key is the bearer": request.headers.authorization === `Bearer ${STAND_IN_KEY}`,
    "the body is JSON": request.headers["content-type"] === "application/json",
    "the model has a name": typeof model === "string" && model !== "",
    "the answer is bounded": typeof maxTokens === "number" && maxTokens > 0,
    "there are two messages": messages.length === 2,
    "the first is the system's": system?.role === "system",
    "the second is the user's": prompt?.role === "user",
    "both are text": textOf(system?.content) !== null && textOf(prompt?.content) !== null,
  };
  const problems = Object.entries(checks).flatMap(([claim, holds]) => (holds ? [] : [claim]));
  const asked = {
    model: String(model),
    system: textOf(system?.content) ?? "",
    prompt: textOf(prompt?.content) ?? "",
    maxTokens: Number(maxTokens),
  };
  return { asked, problems };
}

/** The protocol knows a text, and a list of parts; a list of one text part is the same. */
function textOf(content: unknown): string | null {
  if (typeof content === "string") return content;
  const [part, ...more] = Array.isArray(content) ? content : [];
  return more.length === 0 && typeof part?.text === "string" ? part.text : null;
}

/** A whole answer, as the protocol wants it. */
export function says(content: string, finishReason = "stop"): Reply {
  const choice = { index: 0, finish_reason: finishReason, message: { role: "assistant", content } };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const answer = { id: "1", object: "chat.completion", created: 1, model: "m", usage };
  return sends(200, JSON.stringify({ ...answer, choices: [choice] }));
}

/** Any bytes under any status. */
export function sends(status: number, body: string): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body);
  };
}

/** Takes the question and never says a word. */
export const hangs: Reply = () => undefined;

/** Begins to answer and stops in the middle. */
export const stalls: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id":"1","choices":[');
};

export const resets: Reply = (response) => {
  response.socket?.resetAndDestroy();
};

export const redirects: Reply = (response) => {
  response.writeHead(307, { location: "http://127.0.0.1:9/elsewhere" });
  response.end();
};

/** Sends an endless response, as fast as it is read, until the reader closes it. */
export const floods: Reply = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const pour = (): void => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", pour);
  pour();
};
