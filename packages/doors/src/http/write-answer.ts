import type { Answer } from "./endpoint.ts";
import { refusedAnswer } from "./refused.ts";
import { flat, jsonHeaders } from "./response-headers.ts";
import type { Visit } from "./visit.ts";
import { wireText } from "./wire-text.ts";

/** An answer as HTTP; a refusal's code is kept for the log. */
export function writeAnswer(visit: Visit, answer: Answer): void {
  if (answer.ok) {
    writeJson(visit, 200, jsonHeaders(visit.method), answer.value);
    return;
  }
  const { status, headers, body } = refusedAnswer(answer.refusal);
  visit.code = answer.refusal.code;
  writeJson(visit, status, [...jsonHeaders(visit.method), ...flat(headers)], body);
}

/** Our own mistake, without a word about it. */
export function writeFault(visit: Visit): void {
  visit.code = "fault";
  const body = { detail: "The server made a mistake.", code: visit.code };
  writeJson(visit, 500, jsonHeaders(visit.method), body);
}

function writeJson(visit: Visit, status: number, headers: readonly string[], value: unknown): void {
  visit.answer(status, headers, wireText(value));
}
