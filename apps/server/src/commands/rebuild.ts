import { nativeVerifier } from "@bazaar/keys/native-verify";
import { rebuild } from "@bazaar/market";
import { StoreUnavailable } from "@bazaar/market/ports";
import { BadInput, Command, say } from "@bazaar/terminal";
import { existingDatabase } from "../existing-database.ts";
import { messageWithCause } from "../message-with-cause.ts";
import type { Database } from "../stores.ts";

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
  const database = await existingDatabase();
  using store = await usable(database, () => database.open());
  const { contracts, entries, differences } = await usable(database, () =>
    rebuild(store, nativeVerifier()),
  );
  for (const { contract, problem } of differences) {
    say(`${contract}: ${problem}`);
  }
  say(`${contracts} contracts, ${entries} entries, ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = EXIT_DIFFERENT;
}

/** @throws BadInput when it has another version, is damaged or is not a database. */
async function usable<T>({ name }: Database, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new BadInput(`${name}: ${messageWithCause(error)}`, { cause: error });
  }
}
