import { existsSync } from "node:fs";
import { BadInput } from "@bazaar/terminal";
import { readEnvironment } from "./environment.ts";

/** The database of `FIX_DB`, for commands that must not create one. */
export function existingDatabase(): string {
  const { file, name } = readEnvironment(process.env).database;
  if (file !== null && existsSync(file)) return file;
  throw new BadInput(`there is no database ${file ?? `in ${name}`}; set FIX_DB`);
}
