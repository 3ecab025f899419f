import { type LadderReport, probeLadder, type RungReport } from "@bazaar/guard/sandbox";
import { asciiJson, Command } from "@bazaar/terminal";
import { say } from "../terminal.ts";

const EXIT_NO_SANDBOX = 1;

export function doctorCommand(): Command {
  return new Command("doctor")
    .description("say what this machine can sandbox, and what is missing")
    .option("--json", "the same for programs")
    .action(run);
}

async function run({ json = false }: { readonly json?: boolean }): Promise<void> {
  const report = await probeLadder();
  say(json ? asciiJson(JSON.stringify(report)) : explained(report));
  if (report.best !== "A") process.exitCode = EXIT_NO_SANDBOX;
}

function explained({ best, rungs, remedy, notes }: LadderReport): string {
  const advice =
    best === "A"
      ? ["A stranger's fix can be tried here without touching your files."]
      : [
          "A stranger's fix is not run on this machine.",
          ...(remedy === null ? ["No single command changes that."] : [`Try: ${remedy}`]),
          ...(best === "D"
            ? ["The weaker D runs a command if you say so: fix try --allow-copy"]
            : []),
        ];
  return [...rungs.map(rungLine), "", ...advice, ...notes].join("\n");
}

function rungLine({ name, label, lacks, notBuiltBecause, problem }: RungReport): string {
  const state = problem === null ? "works" : `no: ${problem}`;
  const honest =
    notBuiltBecause === null
      ? state
      : `${problem === null ? "possible here" : state}; not built: ${notBuiltBecause}`;
  return [`${name}  ${label}: ${honest}`, ...lacks.map((lack) => `     ${lack}`)].join("\n");
}
