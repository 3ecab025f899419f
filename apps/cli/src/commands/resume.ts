/** `fix resume <contract>`: lifts a halt; the work continues where it stopped. */
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { marketOption } from "../contracts/with-market.ts";

export function resumeCommand(): Command {
  const command = new Command("resume")
    .description("resume a contract you halted, before the court rules")
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .option("--json", "print JSON");
  return marketOption(command).action(run);
}

async function run(name: string, flags: ActFlags): Promise<void> {
  const said = () => ({ act: "resume", data: {} }) as const;
  await actOnContract(name, { said, question: "Resume it?" }, flags);
}
