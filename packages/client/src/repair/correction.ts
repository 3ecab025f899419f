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
      /** Whether something that it started would go on running. */
      readonly leavesProcess: boolean;
    };

const TEMPORARY = /^\/(?:var\/)?tmp\//;
/** What tools leave in /tmp for themselves. Whatever else is left there may be what the command is for. */
const TOOLS_LEAVE =
  /^\/(?:var\/)?tmp\/(?:node-compile-cache|v8-compile-cache|npm-|tsx-|ts-node-|jest_|hsperfdata_|pip-|yarn--|pnpm-|esbuild-|babel-|metro-|matplotlib-|phpstan|go-build|cargo-install|\.dotnet|clr-debug|dotnet-diagnostic|\.X11-unix|\.ICE-unix)/;

/** What of the lost writes may be what the command is for, and not noise of its tools. */
export function meantWrites(
  lost: readonly string[],
  { home }: Pick<Surroundings, "home">,
): readonly string[] {
  const isNoise = (path: string): boolean =>
    !path.startsWith(`${home}/`) && TEMPORARY.test(path)
      ? TOOLS_LEAVE.test(path)
      : isNoiseOutside(path, home);
  return lost.filter((path) => !isNoise(path));
}
