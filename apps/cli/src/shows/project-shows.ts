/** What is shown for the project around a directory each time, because the person said so once. */
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { RememberedShows } from "@bazaar/client";
import { projectOf, showable } from "@bazaar/guard/sandbox";
import { visibleLine } from "../contracts/visible-command.ts";
import { fixHome } from "../home.ts";

export interface ProjectShows {
  readonly project: string;
  /** Real paths that can be shown now. */
  readonly paths: readonly string[];
  /** Sentences for the person about what is not shown. */
  readonly problems: readonly string[];
}

/** What is remembered is checked each time: a path may lead elsewhere by now. */
export function projectShows(directory: string): ProjectShows {
  const project = projectAround(directory);
  const remembered = shownStore().of(project);
  if (!remembered.ok) return { project, paths: [], problems: [remembered.problem] };
  const paths: string[] = [];
  const problems: string[] = [];
  for (const path of remembered.paths) {
    const problem = problemOf(path);
    if (problem === null) paths.push(path);
    else problems.push(`${visibleLine(path)} is not shown: ${problem}`);
  }
  return { project, paths, problems };
}

function problemOf(path: string): string | null {
  const found = showable(path, { home: homedir() });
  if (!found.ok) return found.problem;
  return found.path === path ? null : `it is a link to ${visibleLine(found.path)} now`;
}

export function shownStore(): RememberedShows {
  return new RememberedShows(fixHome(homedir()).shows);
}

/** By its real path. The directory of a repair that waits for review may be gone. */
export function projectAround(directory: string): string {
  return projectOf(realIfThere(directory), realIfThere(homedir()));
}

function realIfThere(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
