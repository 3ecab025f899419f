import { homedir } from "node:os";
import { knownSecrets, makeScrubber, nearbyDotenv, type Scrubber } from "@bazaar/guard/scrub";

/** A scrubber that also knows what is secret here: in the environment, and in `.env` files nearby. */
export function ownScrubber(...directories: readonly string[]): Scrubber {
  const files = directories.flatMap((directory) => nearbyDotenv(directory, homedir()));
  return makeScrubber({ secrets: knownSecrets(process.env, files) });
}
