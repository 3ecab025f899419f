/**
 * What is in one directory, anywhere: names and whether each is a directory. `fix` answers this look by
 * itself for a `cd` of its own user, whose target may be outside of what agents see.
 */
import { quoteWords } from "@bazaar/work";
import type { Investigator } from "../investigator.ts";
import { readCalls } from "../shell-words.ts";

const LEFT_OUT = /^\[\d+ characters left out/m;

/** `directory` may begin with `~/`, which only `fix` itself understands. */
function lookAt(directory: string): readonly string[] {
  return ["find", directory, "-maxdepth", "1", "-printf", String.raw`%Y %P\n`];
}

/** The directory that this look is about; null for any other look. */
export function directoryLookedAt(look: string): string | null {
  const directory = readCalls(look)[0]?.operands[0]?.value ?? null;
  return directory !== null && quoteWords(lookAt(directory)) === look ? directory : null;
}

/** Names by kind as `find` prints them, `d` for a directory; null if it is not one or not seen. */
export async function directoryEntries(
  directory: string,
  ask: Investigator,
): Promise<ReadonlyMap<string, string> | null> {
  const output = await ask.ask(...lookAt(directory));
  if (output === null || !output.startsWith("d \n") || LEFT_OUT.test(output)) return null;
  const lines = output.split("\n").slice(1);
  return new Map(
    lines.filter((line) => /^\w ./.test(line)).map((line) => [line.slice(2), line.charAt(0)]),
  );
}
