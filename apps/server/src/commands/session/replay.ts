/** `bazaar session replay`: every event on a line, with the time since the start. */
import { sayLine } from "@bazaar/terminal";
import { readValidSession } from "./read-session-file.ts";
import { eventWords, seconds, sinceStart } from "./words.ts";

const TIME_WIDTH = 12;

export function replaySession(file: string): void {
  const session = readValidSession(file);
  for (const [at, event] of session.events.entries()) {
    const ms = sinceStart(session, event);
    const time = (ms === null ? "" : seconds(ms)).padStart(TIME_WIDTH);
    sayLine(`${time}  ${eventWords(event, session.lines[at] ?? {})}`);
  }
}
