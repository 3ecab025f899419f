import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { showable } from "@bazaar/guard/sandbox";
import { BadInput } from "@bazaar/terminal";
import { visibleLine } from "../contracts/visible-command.ts";
import { workingDirectory } from "../working-directory.ts";
import type { ShowFlags } from "./show-option.ts";

/** The real paths. @throws BadInput that says why a path is never shown. */
export function askedPaths({ show = [] }: ShowFlags): readonly string[] {
  return show.map((given) => {
    const found = showable(absolute(given), { home: homedir() });
    if (found.ok) return found.path;
    throw new BadInput(`${visibleLine(given)} cannot be shown: ${found.problem}`);
  });
}

/** Shells leave the tilde in `--show=~/data` as it is. */
export function absolute(path: string): string {
  if (path === "~" || path.startsWith("~/")) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(workingDirectory(), path);
}
