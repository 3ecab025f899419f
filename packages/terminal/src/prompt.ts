/**
 * Questions at the terminal. Only what is typed while a question is shown answers it: an agent's command
 * decides how long the user waits, and so what they may have typed before.
 */
import { createInterface } from "node:readline/promises";
import { inertText } from "@bazaar/kernel";
import { dropTypedAhead } from "./typed-ahead.ts";

export interface Prompt {
  readonly isYes: (question: string) => Promise<boolean>;
  /** For what cannot be undone: only the whole word counts as yes. */
  readonly isWord: (question: string, word: string) => Promise<boolean>;
  /** What is typed on one line; the question may change while it is being answered. */
  readonly line: (question: () => string) => Promise<string>;
  /** One of these words, or its first letter; null is a no. */
  readonly choice: <T extends string>(question: string, words: readonly T[]) => Promise<T | null>;
}

const EVERY_MS = 1_000;
/** How often a question is asked before an answer that is neither yes nor no counts as no. */
const MAX_ROUNDS = 3;
const NO = /^(?:no?)?$/i;

/** Whether there is a terminal; questions go to stderr. */
export function isAskable(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

export function noTerminal(whatToDo: string): string {
  return `no terminal to ask on: ${whatToDo}`;
}

/** Null if the user leaves or the signal aborts. */
export async function asking<T>(
  signal: AbortSignal,
  put: (prompt: Prompt) => Promise<T>,
): Promise<T | null> {
  const leaving = new AbortController();
  const until = AbortSignal.any([signal, leaving.signal]);
  const ask = (question: () => string): Promise<string> => answered(question, until, leaving);
  const oneOf = async <T>(question: string, meant: (typed: string) => T | null) => {
    for (let round = 1; round <= MAX_ROUNDS; round += 1) {
      const typed = await ask(() => `${question} `);
      if (NO.test(typed)) return null;
      const answer = meant(typed.toLowerCase());
      if (answer !== null) return answer;
    }
    return null;
  };
  try {
    return await put({
      isYes: async (question) =>
        (await oneOf(`${question} [y/N]`, (typed) => shortFor("yes", typed))) !== null,
      isWord: async (question, word) =>
        (await oneOf(`${question} [${word}/N]`, (typed) => (typed === word ? word : null))) !==
        null,
      line: (question) => ask(() => `${question()} `),
      choice: (question, words) =>
        oneOf(question, (typed) => words.find((word) => shortFor(word, typed) !== null) ?? null),
    });
  } catch (error) {
    if (!until.aborted) throw error;
    return null;
  }
}

function shortFor<T extends string>(word: T, typed: string): T | null {
  return typed === word || typed === word.charAt(0) ? word : null;
}

/** Each question has its own reader, so that half a line of the last answer is dropped. */
async function answered(
  question: () => string,
  until: AbortSignal,
  leaving: AbortController,
): Promise<string> {
  if (process.stdin.readableLength > 0) process.stdin.read();
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const onClose = (): void => leaving.abort();
  const onInterrupt = (): void => void process.kill(process.pid, "SIGINT");
  terminal.on("SIGINT", onInterrupt).on("close", onClose);
  let shown = inertText(question());
  const timer = setInterval(() => {
    const now = inertText(question());
    if (now === shown) return;
    shown = now;
    terminal.setPrompt(now);
    terminal.prompt(true);
  }, EVERY_MS);
  try {
    // The reader has put the terminal into raw mode, and reads from the next turn on.
    if (dropTypedAhead().isInterrupt) onInterrupt();
    return (await terminal.question(shown, { signal: until })).trim();
  } finally {
    clearInterval(timer);
    terminal.off("close", onClose).close();
  }
}
