/**
 * Decides what the words after `fix` mean. A command without flags of ours takes the short way:
 * it runs, and where it succeeds nothing else was ever loaded.
 */
import { mistypedVerb } from "./mistyped-verb.ts";
import { failureOf } from "./repair/failure-of.ts";
import { isVerb } from "./verbs.ts";

/** Words of the program itself; `repair` is the name of what is meant without a verb. */
const OWN_WORDS: ReadonlySet<string> = new Set(["help", "repair"]);

export async function runFix(words: readonly string[]): Promise<void> {
  const plain = plainCommand(words);
  if (plain === null) {
    const { runVerb } = await import("./run-verb.ts");
    await runVerb(words);
    return;
  }
  const failure = await failureOf(plain);
  if (failure === null) return;
  const { runRepair } = await import("./run-verb.ts");
  await runRepair(failure);
}

/** The words of a command that is meant to be run as it is; null where they are for us to read. */
function plainCommand(words: readonly string[]): readonly string[] | null {
  const [first = "", ...rest] = words;
  // Behind `--` every word is the command's, also one that is a word of ours.
  if (first === "--") return rest.join("").trim() === "" ? null : rest;
  const isOurs = first.trim() === "" || first.startsWith("-") || isVerb(first);
  if (isOurs || OWN_WORDS.has(first) || mistypedVerb(first) !== null) return null;
  return words;
}
