import { ed25519Verify } from "@bazaar/keys";
import { rebuild } from "@bazaar/market";
import { SqliteStore } from "@bazaar/store/sqlite";
import { Command, say } from "@bazaar/terminal";
import { existingDatabase } from "../existing-database.ts";

const EXIT_DIFFERENT = 1;

export function rebuildCommand(): Command {
  return new Command("rebuild")
    .description("compute every contract's state again from its signed entries, and compare")
    .addHelpText(
      "after",
      `
Changes nothing. Reads the database that FIX_DB names; run it on a copy (\`bazaar backup\`)
while a server writes to the original. Exits with ${EXIT_DIFFERENT} if any stored state differs.`,
    )
    .action(run);
}

async function run(): Promise<void> {
  using store = new SqliteStore(existingDatabase());
  const { contracts, entries, differences } = await rebuild(store, ed25519Verify);
  for (const { contract, problem } of differences) {
    say(`${contract}: ${problem}`);
  }
  say(`${contracts} contracts, ${entries} entries, ${differences.length} differences`);
  if (differences.length > 0) process.exitCode = EXIT_DIFFERENT;
}
