/** `fix resume <contract>`: lifts a halt; the work goes on where it stopped. */
import { Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract } from "../contracts/act-on-contract.ts";
import { marketOption } from "../contracts/with-market.ts";

export function resumeCommand(): Command {
  const command = new Command("resume")
    .description("lift your halt before the court has ruled")
    .argument("<contract>", "its name, or at least 6 of its digits");
  return marketOption(command).action(run);
}

async function run(name: string, flags: ActFlags): Promise<void> {
  const said = () => ({ act: "resume", data: {} }) as const;
  await actOnContract(name, { said, question: "Lift the halt?" }, flags);
}
