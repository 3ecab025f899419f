/** Logs go to stderr: JSON for machines, one plain line each for a person at a terminal. */
import { writeSync } from "node:fs";
import { inertText } from "@bazaar/kernel";
import { asciiJson } from "@bazaar/terminal";
import pino, { type DestinationStream, type Logger } from "pino";
import { logTime } from "./log-time.ts";

const STDERR = 2;
const LEVELS = pino.levels.labels;
const TIME_OF_DAY = /T(.{8})/;
const SHOWN_ELSEWHERE = new Set(["level", "time", "msg"]);

export function openLog(
  level: string,
  isTerminal: boolean = process.stderr.isTTY === true,
): Logger {
  const options = { level, base: null, timestamp: logTime() };
  return pino(options, isTerminal ? TERMINAL : machineLines());
}

/**
 * Requests have a line each, and no message. Those of one turn of the event loop go out together,
 * for a call to the system costs more than a line; whatever ends the process lets the last ones out
 * first, unless it is killed. Everything else is written before `write` returns: the last line
 * before a crash is the one that matters.
 */
function machineLines(): DestinationStream {
  const stderr = pino.destination({ dest: STDERR, sync: true });
  let lines = "";
  const flush = (): void => {
    // A person may look at these too.
    if (lines !== "") stderr.write(asciiJson(lines));
    lines = "";
  };
  process.once("exit", flush);
  const destination = {
    [pino.symbols.needsMetadataGsym]: true,
    lastMsg: undefined,
    write(line: string): void {
      if (lines === "") setImmediate(flush);
      lines += line;
      if (destination.lastMsg !== undefined) flush();
    },
  };
  return destination;
}

const TERMINAL: DestinationStream = {
  write: (line) => {
    writeSync(STDERR, `${plainLine(line)}\n`);
  },
};

function plainLine(line: string): string {
  const record: Readonly<Record<string, unknown>> = JSON.parse(line);
  const time = TIME_OF_DAY.exec(String(record.time))?.[1] ?? "";
  const level = (LEVELS[Number(record.level)] ?? "").padEnd(5);
  const facts = Object.entries(record)
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(
      ([name, value]) => ` ${name}=${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  const whole = `${time} ${level} ${String(record.msg ?? "")}${facts.join("")}`;
  return inertText(whole).replaceAll("\n", "\\n");
}
