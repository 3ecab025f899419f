import { COPY_LACKS, probeSandbox, type SandboxReport } from "@bazaar/guard/sandbox";
import { asciiJson, Command } from "@bazaar/terminal";
import { visibleLine } from "../contracts/visible-command.ts";
import { counted } from "../counted.ts";
import { recoverFirst } from "../recover-first.ts";
import { projectShows } from "../shows/project-shows.ts";
import { complain, say } from "../terminal.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_NO_SANDBOX = 1;
const INDENT = " ".repeat(9);

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("open a sandbox here, say what it shows and hides, and what is missing")
    .option("--json", "print JSON")
    .action(run);
}

async function run({ json = false }: { readonly json?: boolean }): Promise<void> {
  const directory = workingDirectory();
  const { paths, problems } = projectShows(directory);
  for (const problem of problems) complain(problem);
  const interrupted = await recoverFirst(null);
  if (interrupted !== null) complain(interrupted);
  const report = await probeSandbox(directory, paths);
  say(json ? asciiJson(JSON.stringify(report)) : explained(report).join("\n"));
  if (report.best !== "overlay") process.exitCode = EXIT_NO_SANDBOX;
}

function explained(report: SandboxReport): readonly string[] {
  const { problems, seen, notes } = report;
  const state = (problem: string | null) => (problem === null ? "works" : `fails: ${problem}`);
  return [
    `overlay  full sandbox, overlays in a bubblewrap jail: ${state(problems.overlay)}`,
    ...(seen === null ? [] : seenLines(seen).map((line) => `${INDENT}- ${line}`)),
    `copy     weaker, a copy of the working directory in the same jail: ${state(problems.copy)}`,
    ...COPY_LACKS.map((lack) => `${INDENT}- ${lack}`),
    "",
    ...adviceFor(report),
    ...notes,
  ];
}

/** What a fix sees here, and how long it took. */
function seenLines(seen: NonNullable<SandboxReport["seen"]>): readonly string[] {
  const { overlays, workingTree, toolchains, shown, system, searched, searchMs, openMs } = seen;
  const { files, directories } = seen.hidden;
  const project = workingTree === null ? "no project" : visibleLine(workingTree);
  return [
    `shows ${project}, ${counted(toolchains, "toolchain")} and ${counted(system, "place")} of the system`,
    `shows besides, for this project: ${shown.map(visibleLine).join(", ") || "nothing"}`,
    `hides ${counted(files, "file")} and ${directories} ${directories === 1 ? "directory" : "directories"} here that may hold secrets`,
    `covers all that with ${counted(overlays.writable + overlays.readOnly, "overlay")}, of which ${overlays.writable} can be written to`,
    `searched ${counted(searched, "name")} for secrets in ${Math.round(searchMs)} ms, opened in ${Math.round(openMs)} ms`,
  ];
}

function adviceFor({ best, remedy, isRepairable }: SandboxReport): readonly string[] {
  if (best === "overlay") return ["Commands can be tried here without touching your files."];
  const nothingRuns = "fix does not run commands of agents here.";
  if (remedy !== null) return [nothingRuns, `Try: ${remedy}`];
  // The copy is weaker: it is not for problems that can be removed.
  if (isRepairable) return [nothingRuns, "The first line says what is in the way."];
  return [
    nothingRuns,
    "No single command is known to change that.",
    ...(best === "copy" ? ["To use the weaker copy: fix try --allow-copy"] : []),
  ];
}
