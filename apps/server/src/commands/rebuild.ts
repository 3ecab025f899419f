import { nativeVerifier } from "@bazaar/keys/native-verify";
import { rebuild } from "@bazaar/market";
import { StoreUnavailable } from "@bazaar/market/ports";
import { SqliteStore } from "@bazaar/store/sqlite";
import { BadInput, Command, say } from "@bazaar/terminal";
import { existingDatabase } from "../existing-database.ts";
import { messageWithCause } from "../message-with-cause.ts";

const EXIT_DIFFERENT = 1;

export function rebuildCommand(): Command {
  return new Command("rebuild")
    .description("check that every stored state follows from its signed entries")
    .addHelpText(
      "after",
      `
Computes the state of every contract again from its entries and compares. Changes nothing. Reads the
database that FIX_DB names; while a server is running, use a copy (\`bazaar backup\`). Exits with
${EXIT_DIFFERENT} if a state differs.`,
    )
    .action(run);
}

async function run(): Promise<void> {
  const path = existingDatabase();
  using store = await usable(path, () => new SqliteStore(path));
  const { contracts, entries, differences } = await usable(path, () =>
    rebuild(store, nativeVerifier()),
  );
  for (const { contract, problem } of differences) {
    say(`${contract}: ${problem}`);
  }
  say(`${contracts} contracts, ${entries} entries, ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = EXIT_DIFFERENT;
}

/** @throws BadInput when the file has another version, is damaged or is not a database. */
async function usable<T>(path: string, use: () => T | Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new BadInput(`${path}: ${messageWithCause(error)}`, { cause: error });
  }
}
