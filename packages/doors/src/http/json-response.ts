import type { HttpResponse } from "../listen/http-request.ts";
import { JSON_HEADERS } from "../listen/response-headers.ts";
import type { Answer } from "./endpoint.ts";
import { refusedAnswer } from "./refused.ts";
import { wireText } from "./wire-text.ts";

export function jsonResponse(answer: Answer): HttpResponse {
  if (answer.ok) {
    return { status: 200, headers: JSON_HEADERS, body: wireText(answer.value) };
  }
  const { status, headers, body } = refusedAnswer(answer.refusal);
  const all = { ...JSON_HEADERS, ...headers };
  return { status, headers: all, body: wireText(body), code: answer.refusal.code };
}

/** The response to a request that failed by our own fault; it says nothing about the cause. */
export function faultResponse(): HttpResponse {
  const body = { detail: "Internal error. Please report it.", code: "fault" };
  return { status: 500, headers: JSON_HEADERS, body: wireText(body), code: body.code };
}
