import { defaultStateDirectory } from "@bazaar/guard/commit";

/** Where commits of this user, and the copies that they leave, are kept. */
export function ownStateDirectory(): string {
  return defaultStateDirectory(process.getuid?.() ?? -1, process.env);
}
