/**
 * Whether a RECEIPT.json says what its REPLAY.jsonl says.
 *
 * Everything that follows from the trajectory is computed again and compared, the tool calls one by
 * one and in number. Payments, side effects and the signature are not in the trajectory.
 */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../canonical/json.ts";
import { rfc8785 } from "../../canonical/rfc8785.ts";
import { accept, type Result, refuse } from "../../refusal.ts";
import { MAX_REPLAY_LENGTH } from "../limits.ts";
import type { Trajectory } from "../read-replay.ts";
import { sessionReceipt } from "./session-receipt.ts";

export interface ReceiptDifference {
  /** `tool_calls[3].output_hash`, … */
  readonly field: string;
  readonly stated: string;
  readonly actual: string;
}

/** Not in the trajectory, so not compared. */
const OTHER_SOURCES: ReadonlySet<string> = new Set(["payments", "signature", "tool_calls"]);
const MAX_SHOWN = 100;
const MAX_DIFFERENCES = 100;

export function readSessionReceipt(text: string): Result<JsonObject> {
  if (text.length > MAX_REPLAY_LENGTH)
    return malformed(`more than ${MAX_REPLAY_LENGTH} characters`);
  const json = parseJson(text, { duplicateKeys: "refuse" });
  if (!json.ok) return json;
  return isJsonObject(json.value) ? accept(json.value) : malformed("not a JSON object");
}

/** At most the first hundred; empty if they agree. */
export function receiptDifferences(
  receipt: JsonObject,
  trajectory: Trajectory,
): readonly ReceiptDifference[] {
  const expected = sessionReceipt(trajectory);
  const fields = Object.keys(expected).filter((name) => !OTHER_SOURCES.has(name));
  return [
    ...fields.flatMap((name) => difference(name, receipt[name], expected[name])),
    ...toolCallDifferences(receipt.tool_calls, expected.tool_calls),
  ].slice(0, MAX_DIFFERENCES);
}

function toolCallDifferences(
  stated: Json | undefined,
  expected: Json | undefined,
): readonly ReceiptDifference[] {
  const calls = isJsonArray(stated) ? stated : [];
  const recorded = isJsonArray(expected) ? expected : [];
  if (calls.length !== recorded.length) {
    const counts = { stated: String(calls.length), actual: String(recorded.length) };
    return [{ field: "tool_calls.length", ...counts }];
  }
  return recorded.flatMap((record, at) => {
    const call = calls[at];
    const [ours, theirs] = [isJsonObject(record) ? record : {}, isJsonObject(call) ? call : {}];
    return Object.keys(ours)
      .filter((name) => name !== "side_effects")
      .flatMap((name) => difference(`tool_calls[${at}].${name}`, theirs[name], ours[name]));
  });
}

function difference(
  field: string,
  stated: Json | undefined,
  actual: Json | undefined,
): readonly ReceiptDifference[] {
  const [left, right] = [shown(stated), shown(actual)];
  if (left === right) return [];
  return [{ field, stated: left.slice(0, MAX_SHOWN), actual: right.slice(0, MAX_SHOWN) }];
}

function shown(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  const text = rfc8785(value, "doubles");
  return text.ok ? text.value : "a value without canonical form";
}

function malformed(problem: string): Result<JsonObject> {
  return refuse({ code: "malformed_trajectory", line: 0, field: "", problem });
}
