/** What a command wrote where nothing is kept, because what is there is hidden from it. */
import { homedir } from "node:os";
import { isNoiseOutside } from "@bazaar/guard/commit";
import { visibleLine } from "../contracts/visible-command.ts";

const MAX_NAMED = 8;

/** Without logs and caches of tools. */
export function lostPaths(lost: readonly string[]): readonly string[] {
  return lost.filter((path) => !isNoiseOutside(path, homedir()));
}

export function lostLines(paths: readonly string[]): readonly string[] {
  const home = `${homedir()}/`;
  const short = (path: string) => (path.startsWith(home) ? `~/${path.slice(home.length)}` : path);
  const named = paths.slice(0, MAX_NAMED).map((path) => visibleLine(short(path)));
  const rest = paths.length - named.length;
  return [
    ...named.map((path) => `thrown away: ${path} (hidden here)`),
    ...(rest > 0 ? [`thrown away: ${rest} more like these`] : []),
  ];
}
