/**
 * What became of a corrected command of the user's own agent. It runs in the fix layer, so that its
 * changes are the fix's and committing them applies it: it does not run again for real.
 */
import { isNoiseOutside } from "@bazaar/guard/commit";
import type { Surroundings } from "./try-fix.ts";

export type Correction =
  /** It changes nothing, and runs for real so that the user sees what it prints there. */
  | { readonly is: "read_only" }
  | {
      readonly is: "applied";
      readonly stdout: string;
      /** What it wrote outside of what is kept: with these it has not done its work. */
      readonly lost: readonly string[];
    };

const TEMPORARY = /^\/(?:var\/)?tmp\//;

/** What of the lost writes may be what the command is for, and not noise of its tools. */
export function meantWrites(
  lost: readonly string[],
  command: string,
  { home }: Surroundings,
): readonly string[] {
  const isNoise = (path: string): boolean =>
    !path.startsWith(`${home}/`) && TEMPORARY.test(path)
      ? !command.includes("/tmp")
      : isNoiseOutside(path, home);
  return lost.filter((path) => !isNoise(path));
}
