/** A fix that has worked, and which fixes are safe to keep. */
import { withoutEscapes } from "@bazaar/guard/scrub";
import { type Fields, inertText } from "@bazaar/kernel";
import { RUNS_TEXT } from "../rules/source/suggested.ts";
import type { FixedName } from "./template.ts";

export interface KnownFix {
  readonly key: string;
  readonly shell: string;
  readonly explanation: string;
  readonly command: string | null;
  readonly needs: readonly string[];
  /** Names in the fix that another failure must have in the same places. */
  readonly fixed: readonly FixedName[];
  /** A hash of all names in the failure that the explanation was written for. */
  readonly facts: string;
  readonly wins: number;
  readonly losses: number;
  /** The principals it has worked for. */
  readonly principals: readonly string[];
}

const MAX_SHELL = 4_000;
const MAX_EXPLANATION = 2_000;
const MAX_NEEDS = 10;
const MAX_NAME = 80;
const MAX_FIXED = 100;
const MAX_FIXED_NAME = 2_000;
export const MAX_PRINCIPALS = 5;

/**
 * A principal verifies the fix of its own problem, so it can plant a fix that harms others. A fix
 * that fetches code, hides it or reaches outside the project is never kept.
 */
const NEVER_KEPT = [
  /\b(?:curl|wget|nc|ncat|socat|scp|rsync|ssh)\b/,
  /\b(?:eval|base64|xxd|openssl|crontab|systemctl|nohup|disown)\b/,
  /\b(?:python[0-9.]*|perl|ruby|node|php)\s+-[a-z]*[ceEr]/,
  /(?:^|[\s"'=/|,#@:])(?:~|\$HOME|\/root|\/home)(?:\/|\b)/,
  /\/etc\/|\/dev\/tcp|\.ssh|\.bashrc|\.profile|authorized_keys/,
  /\brm\s+-[a-z]*r[a-z]*\s+(?:\/|~|\$)/,
  /\bchmod\s+(?:-R\s+)?[0-7]*777\b/,
  // What is right there depends on the repository, of which the failure does not tell.
  /\bgit\s+(?:-\S+\s+){0,4}(?:stash|reset|checkout|switch|restore|clean|commit|add|rm|merge|rebase|pull|push)\b/,
];

export function isFitToKeep({ shell, explanation, command }: Omit<KnownFix, "wins" | "losses">) {
  const texts = [shell, explanation, command ?? ""];
  if (shell.length > MAX_SHELL || texts.join("").length > MAX_SHELL + MAX_EXPLANATION) return false;
  if (texts.some((text) => inertText(text) !== text)) return false;
  const text = `${shell}\n${command ?? ""}`;
  if ((text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => RUNS_TEXT.test(word))) return false;
  const spellings = [text, withoutEscapes(text)];
  return !NEVER_KEPT.some((pattern) => spellings.some((spelling) => pattern.test(spelling)));
}

export function readKnownFix(read: Fields): KnownFix {
  return {
    key: read.hex("key", 64),
    shell: read.string("shell", { max: MAX_SHELL }),
    explanation: read.string("explanation", { max: MAX_EXPLANATION }),
    command: read.optional("command", (name) => read.string(name, { min: 1, max: MAX_SHELL })),
    needs: read.array("needs", { max: MAX_NEEDS }, (items, at) =>
      items.string(at, { max: MAX_NAME }),
    ),
    // Records of older versions have neither: nothing is known about their names.
    fixed:
      read.optional("fixed", (name) =>
        read.array(name, { max: MAX_FIXED }, (items, at) => readFixedName(items.object(at))),
      ) ?? [],
    facts: read.optional("facts", (name) => read.hex(name, 64)) ?? "",
    wins: read.integer("wins", { max: Number.MAX_SAFE_INTEGER }),
    losses: read.integer("losses", { max: Number.MAX_SAFE_INTEGER }),
    principals: read.array("principals", { max: MAX_PRINCIPALS }, (items, at) =>
      items.string(at, { max: MAX_NAME }),
    ),
  };
}

function readFixedName(read: Fields): FixedName {
  return {
    slot: read.integer("slot", { min: 1, max: Number.MAX_SAFE_INTEGER }),
    value: read.string("value", { max: MAX_FIXED_NAME }),
  };
}
