/**
 * The data file of a failure whose message may not name it: named in the command, or the only one of
 * its kind, or the only one that the reading script names.
 */
import type { Investigator } from "../investigator.ts";
import { type SourceText, sourceText } from "../source/source-text.ts";
import type { View } from "../view.ts";

export async function dataFile(
  view: View,
  ask: Investigator,
  ending: RegExp,
  named: string | null,
): Promise<SourceText | null> {
  if (named !== null) return sourceText(named, ask);
  const found = await ask.find(ending);
  const inCommand = namedIn(view.command, found);
  const [path] = inCommand.length > 0 ? inCommand : found;
  if (path === undefined) return null;
  if (inCommand.length === 1 || found.length === 1) return sourceText(path, ask);
  const words = view.calls.flatMap((call) => call.operands.map(({ value }) => value ?? ""));
  const reader = words.find((word) => /\.(?:py|rb|[cm]?js|php)$/.test(word));
  const script = reader === undefined ? null : await sourceText(reader, ask);
  const [only, ...more] = namedIn(script?.lines.join("\n") ?? "", found);
  return only === undefined || more.length > 0 ? null : sourceText(only, ask);
}

function namedIn(text: string, paths: readonly string[]): readonly string[] {
  return paths.filter((path) => text.includes(path.slice(path.lastIndexOf("/") + 1)));
}
