import type { Answer } from "./endpoint.ts";
import type { HttpResponse } from "./http-request.ts";
import { refusedAnswer } from "./refused.ts";
import { jsonHeaders } from "./response-headers.ts";
import { wireText } from "./wire-text.ts";

export function jsonResponse(method: string, answer: Answer): HttpResponse {
  if (answer.ok) {
    return { status: 200, headers: jsonHeaders(method), body: wireText(answer.value) };
  }
  const { status, headers, body } = refusedAnswer(answer.refusal);
  const all = { ...jsonHeaders(method), ...headers };
  return { status, headers: all, body: wireText(body), code: answer.refusal.code };
}

/** The response to a request that failed by our own fault; it says nothing about the cause. */
export function faultResponse(method: string): HttpResponse {
  const body = { detail: "Internal error. Please report it.", code: "fault" };
  return { status: 500, headers: jsonHeaders(method), body: wireText(body), code: body.code };
}
