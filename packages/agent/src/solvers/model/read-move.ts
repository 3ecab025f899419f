/**
 * Parses a model's answer strictly: one JSON object and nothing around it, so that a move quoted
 * from the problem is never taken for the model's own.
 */
import { type Fields, fields, type Json, parseJson, TEXT_LIMITS } from "@bazaar/kernel";
import type { Fix } from "../../solver.ts";

export type Move =
  | { readonly move: "look"; readonly command: string }
  | { readonly move: "fix"; readonly fix: Fix }
  | { readonly move: "pass" }
  | { readonly move: "unreadable"; readonly problem: string };

const MAX_LENGTH = 200_000;
/** Many models wrap the object in a code fence. */
const CODE_FRAME = /^```(?:json)?\n(.*)\n```$/s;
const CAPABILITIES = ["network", "sudo", "docker"] as const;

export function readMove(said: string): Move {
  if (said.length > MAX_LENGTH) return unreadable("the answer was too long");
  const trimmed = said.trim();
  const json = parseJson(CODE_FRAME.exec(trimmed)?.[1] ?? trimmed, { duplicateKeys: "refuse" });
  if (!json.ok) return unreadable("the answer was not one JSON object");
  const read = fields(json.value, "answer");
  const move = moveIn(read, json.value);
  if (read.problem === null) return move;
  return unreadable(`the answer could not be read: ${read.problem.field}: ${read.problem.problem}`);
}

function moveIn(read: Fields, json: Json): Move {
  switch (read.oneOf("move", ["look", "fix", "pass"])) {
    case "look":
      read.onlyKnown(["move", "command"]);
      return { move: "look", command: command(read) };
    case "fix":
      read.onlyKnown(["move", "shell", "explanation", "command", "needs"]);
      return { move: "fix", fix: fixIn(read) };
    case "pass":
      read.onlyKnown(["move", "reason"]);
      return { move: "pass" };
    default:
      return unreadable(typeof json);
  }
}

function fixIn(read: Fields): Fix {
  const corrected = read.optional("command", () => command(read));
  const needs = read.optional("needs", (name) =>
    read.array(name, { max: CAPABILITIES.length }, (items, at) => items.oneOf(at, CAPABILITIES)),
  );
  const shell = read.string("shell", { max: TEXT_LIMITS.fix });
  if (shell.trim() === "" && corrected === null) read.fault("shell", "a fix that does nothing");
  return {
    shell,
    explanation: read.string("explanation", { min: 1, max: TEXT_LIMITS.explanation }),
    ...(corrected === null ? {} : { correctedCommand: corrected }),
    ...(needs === null ? {} : { needs }),
  };
}

function command(read: Fields): string {
  return read.string("command", { min: 1, max: TEXT_LIMITS.command });
}

function unreadable(problem: string): Move {
  return { move: "unreadable", problem };
}
