import { existsSync } from "node:fs";
import { BadInput } from "@bazaar/terminal";
import { readEnvironment } from "./environment.ts";

/** The database of `FIX_DB`, for commands that must not create one. */
export function existingDatabase(): string {
  const { databasePath } = readEnvironment(process.env);
  if (existsSync(databasePath)) return databasePath;
  throw new BadInput(`there is no database ${databasePath}; set FIX_DB`);
}
