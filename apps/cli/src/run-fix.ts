/**
 * Decides what the words after `fix` mean. A command without flags and settings runs at once, and if it
 * succeeds nothing else is loaded.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { settingsFile } from "./home.ts";
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
  // Settings are read before the command runs, so that a wrong one is said first.
  const isPlain = hasSandboxes(platform) && !existsSync(settingsFile(homedir()));
  const plain = isPlain ? plainCommand(words) : null;
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
