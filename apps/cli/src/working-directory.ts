import { BadInput } from "@bazaar/terminal";
import { NO_DIRECTORY, presentDirectory } from "./present-directory.ts";

/** @throws BadInput if there is none. */
export function workingDirectory(): string {
  const directory = presentDirectory();
  if (directory === null) throw new BadInput(NO_DIRECTORY);
  return directory;
}
