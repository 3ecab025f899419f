import { StoreUnavailable } from "@bazaar/market/ports";
import { backupDatabase } from "@bazaar/store/sqlite";
import { BadInput, Command, say } from "@bazaar/terminal";
import { existingDatabase } from "../existing-database.ts";

export function backupCommand(): Command {
  return new Command("backup")
    .description("copy the database; the server may keep running")
    .argument("<file>", "the copy; an existing file is not overwritten")
    .addHelpText(
      "after",
      `
Copies the database that FIX_DB names, as it is at one moment. The server's key is not in it: back
it up separately, or its contracts cannot be continued.`,
    )
    .action(run);
}

async function run(file: string): Promise<void> {
  const from = existingDatabase();
  try {
    await backupDatabase(from, file);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
    throw new BadInput(`${error.message}${cause}`);
  }
  say(`copied ${from} to ${file}`);
}
