import { visibleLine } from "../contracts/visible-command.ts";
import type { UserInterface } from "../repair/user-interface.ts";
import { askedPaths } from "./asked-paths.ts";
import { projectShows } from "./project-shows.ts";
import type { ShowFlags } from "./show-option.ts";

/** What a fix may read besides the working tree: by flags and as remembered. Each is said. */
export function shownTo(
  directory: string,
  flags: ShowFlags,
  { say }: Pick<UserInterface, "say">,
): readonly string[] {
  const { paths, problems } = projectShows(directory);
  for (const problem of problems) say("not shown", problem);
  const shows = [...new Set([...askedPaths(flags), ...paths])];
  for (const path of shows) say("shown", `${visibleLine(path)}: a fix can read it too`);
  return shows;
}
