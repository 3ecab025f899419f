import { StoreUnavailable } from "@bazaar/market/ports";
import { BadInput, Command, say } from "@bazaar/terminal";
import { existingDatabase } from "../existing-database.ts";
import { messageWithCause } from "../message-with-cause.ts";

export function backupCommand(): Command {
  return new Command("backup")
    .description("copy the database; the server may keep running")
    .argument("<file>", "the copy; an existing file is not overwritten")
    .addHelpText(
      "after",
      `
Copies the database that FIX_DB names, as it is at one moment, and checks the copy: a damaged database
is refused, and the copies that you have stay as they are. The server's key is not in it: back it up
separately, or its contracts cannot be continued.`,
    )
    .action(run);
}

async function run(file: string): Promise<void> {
  const from = await existingDatabase();
  try {
    await from.backup(file);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new BadInput(messageWithCause(error));
  }
  say(`copied ${from.name} to ${file}`);
}
