/**
 * Decides what the words after `fix` mean. A command without flags runs at once, and if it succeeds
 * nothing else is loaded.
 */
import { mistypedVerb } from "./mistyped-verb.ts";
import { runCommand } from "./repair/run-command.ts";
import { hasSandboxes } from "./runs-here.ts";
import { isVerb } from "./verbs.ts";

/** `repair` is the name of the command that runs without a verb. */
const OWN_WORDS: ReadonlySet<string> = new Set(["help", "repair"]);

/** `platform`: the system that this runs on. */
export async function runFix(
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  const plain = hasSandboxes(platform) ? plainCommand(words) : null;
  if (plain === null) {
    const { runVerb } = await import("./run-verb.ts");
    await runVerb(words, platform);
    return;
  }
  const failure = await runCommand(plain);
  if (failure === null) return;
  const { runRepair } = await import("./run-verb.ts");
  await runRepair(failure);
}

/** The words of a plain command; null if there are verbs or flags to parse. */
function plainCommand(words: readonly string[]): readonly string[] | null {
  const [first = "", ...rest] = words;
  // After `--` every word belongs to the command, even a verb.
  if (first === "--") return rest.join("").trim() === "" ? null : rest;
  const isOurs = first.trim() === "" || first.startsWith("-") || isVerb(first);
  if (isOurs || OWN_WORDS.has(first) || mistypedVerb(first) !== null) return null;
  return words;
}
