import { COPY_LACKS, probeSandbox, type SandboxReport } from "@bazaar/guard/sandbox";
import { asciiJson, Command } from "@bazaar/terminal";
import { say } from "../terminal.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_NO_SANDBOX = 1;

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("test the sandbox on this machine and say what is missing")
    .option("--json", "print JSON")
    .action(run);
}

async function run({ json = false }: { readonly json?: boolean }): Promise<void> {
  const report = await probeSandbox(workingDirectory());
  say(json ? asciiJson(JSON.stringify(report)) : explained(report));
  if (report.best !== "overlay") process.exitCode = EXIT_NO_SANDBOX;
}

function explained({ best, problems, remedy, notes }: SandboxReport): string {
  const state = (problem: string | null) => (problem === null ? "works" : `fails: ${problem}`);
  return [
    `overlay  full sandbox, overlays in a bubblewrap jail: ${state(problems.overlay)}`,
    `copy     weaker, a copy of the working directory in the same jail: ${state(problems.copy)}`,
    ...COPY_LACKS.map((lack) => `         - ${lack}`),
    "",
    ...adviceFor(best, remedy),
    ...notes,
  ].join("\n");
}

function adviceFor(best: SandboxReport["best"], remedy: string | null): readonly string[] {
  if (best === "overlay") return ["Commands can be tried here without touching your files."];
  return [
    "fix does not run commands of agents on this machine.",
    remedy === null ? "No single command is known to change that." : `Try: ${remedy}`,
    ...(best === "copy" && remedy === null ? ["To use the weaker copy: fix try --allow-copy"] : []),
  ];
}
