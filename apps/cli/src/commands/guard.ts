import { homedir } from "node:os";
import {
  checkCommand,
  explain,
  type Finding,
  type InvestigationRefusal,
  investigate,
  JailUnavailable,
} from "@bazaar/guard/investigate";
import { asciiJson, BadInput, Command } from "@bazaar/terminal";
import { shellText } from "@bazaar/work";
import { ownScrubber } from "../own-scrubber.ts";
import { projectShows } from "../shows/project-shows.ts";
import { say } from "../terminal.ts";
import { workingDirectory } from "../working-directory.ts";

const EXIT_REFUSED = 1;

interface Options {
  readonly run?: boolean;
  readonly json?: boolean;
}

export function guardCommand(): Command {
  return (
    new Command("guard")
      .description("check whether an agent may run a command here, and why not")
      .argument("<command...>", "the command, as words or as one quoted string")
      .option("--run", "run it and print what the agent would see")
      .option("--json", "print JSON")
      // The flags belong to the command: `fix guard df -h` asks about df.
      .helpOption("--help", "display help for command")
      .allowUnknownOption()
      .addHelpText("after", "\nExit codes: 0 allowed, 1 refused.")
      .action(run)
  );
}

async function run(
  words: readonly string[],
  { run = false, json = false }: Options,
): Promise<void> {
  // One word is split as the guard splits it; several were already split by a shell.
  const command = shellText(words);
  const where = { directory: workingDirectory(), home: homedir() };
  const verdict = run ? await ask(command, where) : checkCommand(command, where);
  const answer: Answer = verdict.ok
    ? { command, finding: "output" in verdict.value ? verdict.value : null, refusal: null }
    : { command, finding: null, refusal: verdict.refusal };
  if (answer.refusal !== null) process.exitCode = EXIT_REFUSED;
  say(json ? asciiJson(JSON.stringify(asJson(answer))) : inWords(answer));
}

interface Answer {
  readonly command: string;
  /** Null unless it was run. */
  readonly finding: Finding | null;
  readonly refusal: InvestigationRefusal | null;
}

function asJson({ command, finding, refusal }: Answer): object {
  return {
    command,
    allowed: refusal === null,
    ...(refusal === null ? {} : { refusal, because: explain(refusal) }),
    ...(finding === null ? {} : { finding }),
  };
}

function inWords({ finding, refusal }: Answer): string {
  if (refusal !== null) return `refused: ${explain(refusal)}`;
  if (finding === null) {
    return "allowed: it would run read-only, without network, and its output would be scrubbed.";
  }
  const ending =
    finding.stoppedBy === null ? `exit ${finding.exitCode}` : `ended: ${finding.stoppedBy}`;
  return `${finding.output.trimEnd()}\n[${ending}]`;
}

async function ask(command: string, { directory, home }: { directory: string; home: string }) {
  const scrubber = ownScrubber(directory);
  const searchPath = process.env.PATH;
  try {
    return await investigate({
      command,
      directory,
      home,
      ...(searchPath === undefined ? {} : { searchPath }),
      shows: projectShows(directory).paths,
      scrub: (text) => scrubber.scrub(text).text,
    });
  } catch (error) {
    if (error instanceof JailUnavailable) throw new BadInput(error.message);
    throw error;
  }
}
