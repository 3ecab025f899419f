/**
 * `fix <command…>`: runs the command; when it fails, looks for a repair. Nothing but the recorder
 * is loaded before the command has failed.
 */
import { BadInput, Command, Option } from "@bazaar/terminal";
import { failureOf } from "../repair/failure-of.ts";

export interface RepairFlags {
  readonly market?: string;
  readonly bounty?: string;
  readonly mode?: string;
  readonly judge?: string;
  readonly network?: string;
  readonly local?: boolean;
  readonly explain?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function repairCommand(): Command {
  return new Command("repair")
    .description("run a command and repair it when it fails")
    .argument("<command...>", "as words, or as one quoted shell text")
    .option("--market <url>", "post to this market; without it, one runs inside fix")
    .option("--bounty <amount>", "what a repair is worth")
    .addOption(new Option("--mode <mode>").choices(["supervised", "autonomous"]))
    .option("--judge <judge>", "market, none, or a judge's key")
    .addOption(
      new Option("--network <access>", "what a fix may reach").choices(["none", "packages"]),
    )
    .option("--local", "ask no market: only known fixes, rules and models of your own")
    .option("--explain", "like --local, but only show what would help; change nothing")
    .option("--yes", "commit what is harmless inside the working tree without asking")
    .option("--json", "one JSON object per event; asks nothing")
    .passThroughOptions()
    .action(run);
}

async function run(words: readonly string[], flags: RepairFlags): Promise<void> {
  if (words.join("").trim() === "") throw new BadInput("there is no command");
  const failure = await failureOf(words);
  if (failure === null) return;
  const { repairOnTerminal } = await import("../repair/repair-on-terminal.ts");
  process.exitCode = await repairOnTerminal(failure, flags);
}
