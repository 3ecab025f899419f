/**
 * Logs go to stderr: JSON for machines, one plain line each for a person at a terminal.
 *
 * Node writes to files and terminals at once and queues what a pipe does not take. The queue is
 * bounded: a reader that stops reading costs log lines, never the server.
 */
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { inertText } from "@bazaar/kernel";
import { asciiJson } from "@bazaar/terminal";
import pino, { type DestinationStream, type Logger } from "pino";

const MAX_QUEUED_BYTES = 1 << 20;
const MAX_FLUSH_MS = 1_000;
const LEVELS = pino.levels.labels;
const TIME_OF_DAY = /T(.{8})/;
const SHOWN_ELSEWHERE = new Set(["level", "time", "msg", "event"]);

export function openLog(
  level: string,
  output: Writable = process.stderr,
  isTerminal: boolean = process.stderr.isTTY === true,
): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, boundedLines(output, isTerminal ? plainLine : asciiJson));
}

/** Waits, for a second at most, until the queued lines are written: call it before an exit. */
export async function flushLog(output: Writable = process.stderr): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  output.write("", () => resolve());
  await Promise.race([promise, delay(MAX_FLUSH_MS, undefined, { ref: false })]);
}

function boundedLines(output: Writable, format: (line: string) => string): DestinationStream {
  let dropped = 0;
  // A full disk or a closed pipe must not stop the server.
  output.on("error", () => undefined);
  return {
    write(line) {
      if (output.writableLength > MAX_QUEUED_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) output.write(format(droppedLine(dropped)));
      dropped = 0;
      output.write(format(line));
    },
  };
}

function droppedLine(dropped: number): string {
  const time = new Date().toISOString();
  const msg = "log lines were dropped: they were not read";
  return `${JSON.stringify({ level: pino.levels.values.warn, time, dropped, msg })}\n`;
}

function plainLine(line: string): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(line);
  const time = TIME_OF_DAY.exec(String(record.time))?.[1] ?? "";
  const level = (LEVELS[Number(record.level)] ?? "").padEnd(5);
  const facts = Object.entries(record)
    .filter(([name, value]) => !SHOWN_ELSEWHERE.has(name) && value !== null)
    .map(
      ([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  const whole = `${time} ${level} ${String(record.msg ?? record.event ?? "")}${facts.join("")}`;
  return `${inertText(whole).replaceAll("\n", "\\n")}\n`;
}
