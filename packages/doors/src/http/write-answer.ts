import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { DoorContext } from "./door-context.ts";
import type { Answer } from "./endpoint.ts";
import { refusedAnswer } from "./refused.ts";
import { usualHeaders } from "./response-headers.ts";
import { wireText } from "./wire-text.ts";

/** An answer as HTTP; a refusal's code is kept for the log. */
export function writeAnswer(c: DoorContext, answer: Answer): Response {
  if (answer.ok) return writeJson(c, answer.value, 200, {});
  const { status, headers, body } = refusedAnswer(answer.refusal);
  c.set("code", answer.refusal.code);
  return writeJson(c, body, status, headers);
}

export function writeJson(
  c: DoorContext,
  value: unknown,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const text = wireText(value);
  c.set("answerLength", text.length);
  const typed = { ...headers, "Content-Type": "application/json" };
  const outgoing = c.env?.outgoing;
  if (outgoing === undefined) return c.body(text, status as ContentfulStatusCode, typed);
  // Straight to the socket: a web response in between costs more than all else about an answer.
  // As text it leaves in one piece with its headers; bytes would be a second one.
  outgoing.writeHead(status, {
    ...usualHeaders(c),
    ...typed,
    "Content-Length": Buffer.byteLength(text),
  });
  outgoing.end(c.req.method === "HEAD" ? undefined : text);
  return RESPONSE_ALREADY_SENT;
}
