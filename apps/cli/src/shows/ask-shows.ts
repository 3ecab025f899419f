/**
 * Asks what a fix may read besides the project, and only about paths that the person's own command
 * named before any fix ran: the author of a fix must not choose what is asked for.
 */

import { asking } from "@bazaar/terminal/prompt";
import { quoteWords } from "@bazaar/work";
import { visibleLine } from "../contracts/visible-command.ts";
import type { UserInterface } from "../repair/user-interface.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { projectAround, shownStore } from "./project-shows.ts";

/** In one round; the next run may name more. */
const MAX_QUESTIONS = 3;

export interface ShowAsking {
  /** Where the command failed. */
  readonly directory: string;
  /** Whether there is somebody to ask. */
  readonly isAsking: boolean;
  readonly ui: Pick<UserInterface, "say" | "signal">;
}

/** Which of them the person shows. */
export async function askShows(
  hidden: readonly HiddenPath[],
  { directory, isAsking, ui }: ShowAsking,
): Promise<readonly string[]> {
  const shown: string[] = [];
  for (const each of hidden.slice(0, MAX_QUESTIONS)) {
    const name = visibleLine(each.path);
    if (!isAsking) {
      const flag = `--show ${visibleLine(quoteWords([each.path]))}`;
      ui.say(
        "hidden",
        `the command needs ${name}, which a stranger's fix cannot see; ${flag} shows it`,
      );
      continue;
    }
    const answer = await asking(ui.signal, async ({ choice }) => ({
      is: await choice(questionAbout(each), ["yes", "always"]),
    }));
    if (answer === null) return shown;
    if (answer.is === null) continue;
    shown.push(each.path);
    if (answer.is === "always") await remember(each.path, directory, ui);
  }
  return shown;
}

function questionAbout({ path, isDirectory }: HiddenPath): string {
  const what = isDirectory ? "it with all that is in it" : "it";
  return [
    `The command needs ${visibleLine(path)}, which a stranger's fix cannot see.`,
    `Show ${what}? [y/N, a: always in this project]`,
  ].join("\n");
}

async function remember(path: string, directory: string, { say }: ShowAsking["ui"]): Promise<void> {
  const remembered = await shownStore().add(projectAround(directory), path);
  if (remembered.ok) say("shown", `${visibleLine(path)}, from now on; fix shown lists it`);
  else say("not kept", remembered.problem);
}
