/** Where a YAML parser stopped, as Python's, Ruby's and Go's parsers say it. */
import { firstMatch, hasLine, type View } from "../view.ts";

export interface YamlFault {
  readonly path: string;
  readonly line: number;
}

const PLACE = /^\s*in "([^"<\n]{1,250})", line (\d{1,7}), column \d{1,7}/;
const RUBY = /: \(([^()\n]{1,250}\.ya?ml)\): (.{1,200}) at line (\d{1,7}) column \d{1,7}/;

/** kubectl and helm name the file before what the parser says. */
const GO =
  /(?:parsing|parse|read(?:ing)?) ([\w./-]{1,250}\.ya?ml): .{0,100}yaml: line (\d{1,7}): (.{1,200})$/;

export function yamlFault(view: View, message: RegExp): YamlFault | null {
  if (!hasLine(view, message)) return null;
  const [, path, said = "", line] = firstMatch(view, RUBY) ?? [];
  if (path !== undefined) return message.test(said) ? { path, line: Number(line) } : null;
  const [, file, number, words = ""] = firstMatch(view, GO) ?? [];
  if (file !== undefined) return message.test(words) ? { path: file, line: Number(number) } : null;
  // The places before the message are its context.
  const at = view.lines.findIndex((text) => message.test(text));
  const place =
    view.lines
      .slice(at)
      .map((text) => PLACE.exec(text))
      .find(Boolean) ?? firstMatch(view, PLACE);
  return place?.[1] === undefined ? null : { path: place[1], line: Number(place[2]) };
}
