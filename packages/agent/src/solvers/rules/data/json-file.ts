/** Finds the broken JSON file and the place in it, in messages of Python, jq, Node and npm. */
import type { Investigator } from "../investigator.ts";
import { firstMatch, type View } from "../view.ts";

export type JsonFault = {
  /** Null when the message names none. */
  readonly path: string | null;
  /** The script that reads the file, if the command names it. */
  readonly reader: string | null;
  /** At most one of the two is known; lines count from 1, positions from 0. */
  readonly line: number | null;
  readonly position: number | null;
};

const PLACES = [
  /: line (?<line>\d{1,7}) column \d{1,7} \(char \d{1,9}\)$/,
  /^(?:jq: )?(?:error \([^)]{1,300}\): )?parse error.{1,100} at line (?<line>\d{1,7}), column \d{1,7}/,
  /(?:SyntaxError|JSON.parse|JSONParseError).{0,300}in JSON at position (?<position>\d{1,9})/,
];
const NAMED = [
  /^SyntaxError: (\/[^:\n]{1,300}\.json): /,
  /JSON\.parse Invalid (package\.json):/,
  /EJSONPARSE.{0,20}path: ([^\n]{1,300}\.json)/,
];

export function jsonFault(view: View, messages: readonly RegExp[]): JsonFault | null {
  const said = firstMatch(view, ...messages);
  if (said === null) return null;
  const place = PLACES.map((pattern) => pattern.exec(said.input)?.groups).find(Boolean);
  const line = place?.line;
  const words = view.calls
    .flatMap((call) => [...call.operands, ...call.files])
    .map(({ value }) => value ?? "");
  const path =
    NAMED.map((pattern) => firstMatch(view, pattern)?.[1]).find((found) => found !== undefined) ??
    words.find((word) => word.endsWith(".json"));
  return {
    path: path ?? null,
    reader: words.find((word) => /\.(?:py|[cm]?js)$/.test(word)) ?? null,
    line: line === undefined ? null : Number(line),
    position: place?.position === undefined ? null : Number(place.position),
  };
}

/**
 * The file below the working directory. If the message names none: the only JSON file, or the only
 * one that the reading script names.
 */
export async function locateJson(fault: JsonFault, ask: Investigator): Promise<string | null> {
  if (fault.path !== null) return ask.locate(fault.path);
  const found = await ask.find(/\.json$/);
  if (found.length === 1) return found[0] ?? null;
  const reader = fault.reader === null ? null : await ask.locate(fault.reader);
  const source = reader === null ? null : await ask.read(reader);
  if (source === null) return null;
  const named = found.filter((path) => source.includes(path.slice(path.lastIndexOf("/") + 1)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Whether the fault may lie between the two lines; true if its place is not known. */
export function isAt(
  fault: JsonFault,
  text: string,
  { line, nextLine }: { readonly line: number; readonly nextLine: number },
): boolean {
  if (fault.line === null && fault.position === null) return true;
  const at = lineOf(fault, text);
  return at >= line - 1 && at <= nextLine + 1;
}

/** The line of the fault, counted from 1. */
export function lineOf(fault: JsonFault, text: string): number {
  return fault.line ?? text.slice(0, fault.position ?? 0).split("\n").length;
}
