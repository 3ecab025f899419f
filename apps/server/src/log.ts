/** Logs go to stderr: JSON for machines, one plain line each for a person at a terminal. */
import { writeSync } from "node:fs";
import { inertText } from "@bazaar/kernel";
import { asciiJson } from "@bazaar/terminal";
import pino, { type DestinationStream, type Logger } from "pino";

const STDERR = 2;
const LEVELS = pino.levels.labels;
const TIME_OF_DAY = /T(.{8})/;
const SHOWN_ELSEWHERE = new Set(["level", "time", "msg"]);

/** Writes before it returns: the last line before a crash is the one that matters. */
export function openLog(
  level: string,
  isTerminal: boolean = process.stderr.isTTY === true,
): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return pino(options, isTerminal ? TERMINAL : machineLines());
}

/** A person may look at these too. */
function machineLines(): DestinationStream {
  const stderr = pino.destination({ dest: STDERR, sync: true });
  return { write: (line) => stderr.write(asciiJson(line)) };
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
