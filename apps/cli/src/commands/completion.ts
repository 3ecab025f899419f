/** `fix completion <shell>`: prints the script that completes verbs, flags and the command after them. */
import { Command } from "@bazaar/terminal";
import { SHELLS, type Shell } from "../shell/shells.ts";
import { say } from "../terminal.ts";

const CONTRACTS = "contracts";
const MAX_NAMES = 50;

export function completionCommand(): Command {
  const command = new Command("completion");
  const what = command
    .createArgument("<shell>", "a shell; contracts lists the ids that are completed")
    .choices([...SHELLS, CONTRACTS]);
  return command
    .description("print the shell completion script, which is also part of fix init")
    .addArgument(what)
    .action(run);
}

async function run(what: Shell | typeof CONTRACTS): Promise<void> {
  if (what === CONTRACTS) {
    await sayContracts();
    return;
  }
  const { allCommands, defaultCommand } = await import("./lazy-commands.ts");
  const { vocabulary } = await import("../shell/completion/vocabulary.ts");
  const { completionScript } = await import("../shell/completion/completion-script.ts");
  const words = vocabulary(await allCommands(), await defaultCommand());
  process.stdout.write(completionScript(what, words));
}

async function sayContracts(): Promise<void> {
  const { withMarket } = await import("../contracts/with-market.ts");
  const { ownContracts } = await import("../contracts/own-contracts.ts");
  const { contractAlias } = await import("@bazaar/kernel");
  await withMarket({}, {}, async (at) => {
    const { contracts } = at === null ? { contracts: [] } : await ownContracts(at);
    for (const { id } of contracts.slice(0, MAX_NAMES)) say(contractAlias(id));
  });
}
