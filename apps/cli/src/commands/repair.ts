/**
 * `fix <command…>`: runs the command; when it fails, looks for a repair. Nothing but the recorder
 * is loaded before the command has failed.
 */
import { BadInput, Command, Option } from "@bazaar/terminal";
import { shellText } from "@bazaar/work";
import { mistypedVerb } from "../mistyped-verb.ts";
import { runCommand } from "../repair/run-command.ts";
import { hasSandboxes } from "../runs-here.ts";
import { type ShowFlags, showOption } from "../shows/show-option.ts";
import { isVerb } from "../verbs.ts";

export interface RepairFlags extends ShowFlags {
  readonly market?: string;
  readonly bounty?: string;
  readonly mode?: string;
  readonly judge?: string;
  readonly network?: string;
  readonly local?: boolean;
  readonly explain?: boolean;
  readonly yes?: boolean;
  readonly shareOutput?: boolean;
  readonly json?: boolean;
}

const HELP = `
Supervised mode (the default) shows what a fix would change and asks you; the agent is paid only if
you accept. Autonomous mode asks nothing: a fix that passes its check is kept, your files stay
unchanged, and fix review accepts or rejects it later. If you do neither before the review window
ends, the agent is paid and the fix is still kept.

What a market elsewhere gets is public for good: anyone can read it, and nobody can delete it.
Of a check that fails, a market elsewhere is told the exit code, about how long it took, and which
lines of the failure occurred again. New error lines and files that the failure does not name are
sent only if you agree; with --yes and in autonomous mode they are not.

After a fix is committed the command runs once more, outside the sandbox. A corrected command of your
own agent is applied by committing what it did in the sandbox; if it only reads, it runs for real.

The exit code is 0 only if your command or its correction has succeeded; otherwise it is that of the
last real run. In autonomous mode, and if --yes accepts a fix of another market, which is not run, it
is the original one.`;

/** `given`: all words after `fix`. */
export function repairCommand(given: readonly string[] = [], platform = process.platform): Command {
  return new Command("repair")
    .description("run a command and repair it when it fails")
    .argument("<command...>", "the command, as words or as one quoted string")
    .option(
      "--market <url>",
      "ask this market if our own rules know no fix (default: the one built into fix)",
    )
    .option("--bounty <amount>", "what to pay for a fix")
    .addOption(
      new Option("--mode <mode>", "review fixes now, or later with fix review").choices([
        "supervised",
        "autonomous",
      ]),
    )
    .option("--judge <judge>", "who decides disputes: market, none, or a judge's key")
    .addOption(
      new Option("--network <access>", "network access of a fix").choices(["none", "packages"]),
    )
    .addOption(showOption())
    .option("--local", "use no market: only known fixes, rules and your own models")
    .option("--explain", "like --local, but only show the fix and change nothing")
    .option("--yes", "accept harmless changes inside the working tree without asking")
    .option(
      "--share-output",
      "send new error lines of failed checks to the agent without asking, at most 20",
    )
    .option("--json", "print one JSON object per event; ask nothing; the command prints to stderr")
    .addHelpText("after", HELP)
    .passThroughOptions()
    .action(async (words: readonly string[], flags: RepairFlags) => {
      if (!given.includes("--")) assertNoVerb(words, given);
      await run(words, flags, platform);
    });
}

/** @throws BadInput where a verb was probably meant. */
function assertNoVerb(words: readonly string[], given: readonly string[]): void {
  const [word = "", ...rest] = words;
  if (isVerb(word)) {
    const options = given.slice(0, given.length - words.length);
    const meant = shellText(["fix", word, ...options, ...rest]);
    throw new BadInput(
      `options go after a verb; did you mean ${meant}? To run a command of that name: fix -- ${word}`,
    );
  }
  const meant = mistypedVerb(word);
  if (meant === null) return;
  throw new BadInput(
    `${word} is not a program; did you mean fix ${meant}? To run it anyway: fix -- ${word}`,
  );
}

async function run(
  words: readonly string[],
  flags: RepairFlags,
  platform: NodeJS.Platform,
): Promise<void> {
  if (words.join("").trim() === "") throw new BadInput("no command given");
  const { assertUsable } = await import("./usable-flags.ts");
  await assertUsable(flags);
  const failure = await runCommand(words, flags.json === true);
  if (failure === null) return;
  if (!hasSandboxes(platform)) {
    const { explainUnproved } = await import("../repair/explain-unproved.ts");
    process.exitCode = await explainUnproved(failure, flags);
    return;
  }
  const { repairOnTerminal } = await import("../repair/repair-on-terminal.ts");
  process.exitCode = await repairOnTerminal(failure, flags);
}
