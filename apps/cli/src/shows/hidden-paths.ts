/** What a text names that is on this machine, and that commands in a sandbox do not see. */
import { homedir } from "node:os";
import { namedPaths } from "@bazaar/client";
import { isNoiseOutside } from "@bazaar/guard/commit";
import { type LayeredSandbox, showable } from "@bazaar/guard/sandbox";

export interface HiddenPath {
  /** Real, and one that may be shown. */
  readonly path: string;
  readonly isDirectory: boolean;
}

/** In order, without what lies below another one, and without logs and caches of tools. */
export function hiddenPaths(
  text: string,
  sandbox: Pick<LayeredSandbox, "hides">,
): readonly HiddenPath[] {
  const home = homedir();
  const found = new Map<string, HiddenPath>();
  for (const name of namedPaths(text, home)) {
    const real = showable(name, { home });
    if (real.ok && sandbox.hides(real.path) && !isNoiseOutside(real.path, home)) {
      found.set(real.path, real);
    }
  }
  const isBelowOther = (path: string) =>
    [...found.keys()].some((other) => path.startsWith(`${other}/`));
  return [...found.values()].filter(({ path }) => !isBelowOther(path));
}
