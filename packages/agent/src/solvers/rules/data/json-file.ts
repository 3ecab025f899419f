/** Which JSON file is broken, and where, in the words of Python, jq, Node and npm. */
import type { Investigator } from "../investigator.ts";
import { firstMatch, type View } from "../view.ts";

export type JsonFault = {
  /** Null when the message names none. */
  readonly path: string | null;
  /** One of the two, counted from 1 and from 0. */
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
  const path =
    NAMED.map((pattern) => firstMatch(view, pattern)?.[1]).find((found) => found !== undefined) ??
    view.calls
      .flatMap((call) => [...call.operands, ...call.files])
      .find(({ value }) => value?.endsWith(".json"))?.value;
  return {
    path: path ?? null,
    line: line === undefined ? null : Number(line),
    position: place?.position === undefined ? null : Number(place.position),
  };
}

/** The file below the working directory; the only one there is, when none was named. */
export async function locateJson(fault: JsonFault, ask: Investigator): Promise<string | null> {
  if (fault.path !== null) return ask.locate(fault.path);
  const found = await ask.find(/\.json$/);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The line of the fault, counted from 1. */
export function lineOf(fault: JsonFault, text: string): number {
  return fault.line ?? text.slice(0, fault.position ?? 0).split("\n").length;
}
