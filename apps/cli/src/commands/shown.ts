/** `fix shown`: lists and changes what fixes see besides this project, each time. */
import { BadInput, Command } from "@bazaar/terminal";
import { sayJson } from "../contracts/say-json.ts";
import { visibleLine } from "../contracts/visible-command.ts";
import { absolute, askedPaths } from "../shows/asked-paths.ts";
import { projectShows, shownStore } from "../shows/project-shows.ts";
import { complain, say } from "../terminal.ts";
import { workingDirectory } from "../working-directory.ts";

interface ShownFlags {
  readonly add?: string;
  readonly remove?: string;
  readonly json?: boolean;
}

const HELP = `
A fix, and an agent's looks, see the project, programs and toolchains, and nothing else of your
files. What a command needs beyond that is shown for one run with fix --show <path>, or for each run
in this project if it is on this list. It can be read and not changed; keys, passwords and .env
files in it stay hidden.`;

export function shownCommand(): Command {
  return new Command("shown")
    .description("list what fixes can read besides this project, or change that list")
    .option("--add <path>", "show this file or directory each time")
    .option("--remove <path>", "do not show it any more")
    .option("--json", "print JSON")
    .addHelpText("after", HELP)
    .action(run);
}

async function run({ add, remove, json = false }: ShownFlags): Promise<void> {
  if (add !== undefined && remove !== undefined) {
    throw new BadInput("use only one of --add and --remove");
  }
  const { project } = projectShows(workingDirectory());
  if (add !== undefined) {
    for (const path of askedPaths({ show: [add] })) {
      changed(await shownStore().add(project, path));
    }
  }
  if (remove !== undefined) await forget(project, remove);
  if ((add !== undefined || remove !== undefined) && !json) return;
  const { paths, problems } = projectShows(workingDirectory());
  if (json) {
    sayJson({ project, shown: paths, problems });
    return;
  }
  for (const problem of problems) complain(problem);
  if (paths.length === 0) {
    say(`Besides ${visibleLine(project)} nothing is shown. fix shown --add <path> adds a path.`);
    return;
  }
  say(`Fixes can read these besides ${visibleLine(project)}:`);
  for (const path of paths) say(`  ${visibleLine(path)}`);
}

/** As it is listed, or as the person would name it here. */
async function forget(project: string, given: string): Promise<void> {
  const before = changed(shownStore().of(project));
  const path = [given, absolute(given)].find((each) => before.includes(each));
  if (path === undefined) throw new BadInput(`${visibleLine(given)} is not on the list`);
  changed(await shownStore().remove(project, path));
}

/** @throws BadInput */
function changed(remembered: ReturnType<ReturnType<typeof shownStore>["of"]>): readonly string[] {
  if (!remembered.ok) throw new BadInput(remembered.problem);
  return remembered.paths;
}
