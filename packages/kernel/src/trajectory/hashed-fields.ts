/**
 * Fields that have their own hash beside them: what may be left out of a line without losing what
 * the line proves. One table for the reader, the outline hash and redaction, because a field is
 * redactable exactly where its hash is checked.
 */
import { isJsonObject, type Json, type JsonObject } from "../canonical/json.ts";

export interface HashedField {
  readonly content: string;
  readonly hash: string;
}

const HASHED_FIELDS: Readonly<Record<string, HashedField>> = {
  PlanStart: { content: "plan", hash: "plan_hash" },
  ToolCall: { content: "params", hash: "params_hash" },
  ToolResult: { content: "output", hash: "output_hash" },
  RuntimeEvent: { content: "payload", hash: "payload_hash" },
};

/** Null for events without such a field. */
export function hashedFieldOf(line: JsonObject): HashedField | null {
  const { event } = line;
  if (typeof event !== "string" || !Object.hasOwn(HASHED_FIELDS, event)) return null;
  return HASHED_FIELDS[event] ?? null;
}

/** What stands in place of redacted content. The category says why: `github_token`, `path`, … */
export const REDACTION_CATEGORY = /^[A-Za-z0-9_]{1,64}$/;

/** The category of a marker; null for any other value. */
export function redactionOf(content: Json | undefined): string | null {
  if (!isJsonObject(content)) return null;
  const { redacted } = content;
  if (typeof redacted !== "string" || Object.keys(content).length !== 1) return null;
  return REDACTION_CATEGORY.test(redacted) ? redacted : null;
}
