/** Where a YAML parser stopped: `in "deploy.yaml", line 3, column 1`. */
import { firstMatch, hasLine, type View } from "../view.ts";

export interface YamlFault {
  readonly path: string;
  readonly line: number;
}

const PLACE = /^\s*in "([^"<\n]{1,250})", line (\d{1,7}), column \d{1,7}/;

export function yamlFault(view: View, message: RegExp): YamlFault | null {
  if (!hasLine(view, message)) return null;
  // The places before the message are its context.
  const at = view.lines.findIndex((line) => message.test(line));
  const place =
    view.lines
      .slice(at)
      .map((line) => PLACE.exec(line))
      .find(Boolean) ?? firstMatch(view, PLACE);
  return place?.[1] === undefined ? null : { path: place[1], line: Number(place[2]) };
}
