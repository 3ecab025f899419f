import { BadInput } from "@bazaar/terminal";
import { readEnvironment } from "./environment.ts";
import type { Database } from "./stores.ts";

/** The database of `FIX_DB`, for commands that must not create one. */
export async function existingDatabase(): Promise<Database> {
  const { database } = readEnvironment(process.env);
  const missing = await database.missing();
  if (missing === null) return database;
  throw new BadInput(`${missing}; set FIX_DB`);
}
