/**
 * `bazaar session`: what a recorded trajectory says, and whether it can be believed. Only `fetch` needs a
 * market. Files come from strangers: what they say is printed inert.
 */
import { Command, Option } from "@bazaar/terminal";
import { marketOption } from "./market-option.ts";
import { diffSessions } from "./session/diff.ts";
import { EXPORT_FORMATS, exportSession } from "./session/export.ts";
import { fetchSession } from "./session/fetch.ts";
import { replaySession } from "./session/replay.ts";
import { showSession } from "./session/show.ts";
import { verifySession } from "./session/verify.ts";

const FILE = "REPLAY.jsonl or a ReplayBundle; - reads standard input";

export function sessionCommand(): Command {
  const session = new Command("session").description(
    "read, check and convert recorded trajectories; only fetch needs a market",
  );
  session
    .command("show")
    .description("print a summary of a trajectory")
    .argument("<file>", FILE)
    .option("--json", "print it as JSON")
    .action(showSession);
  session
    .command("replay")
    .description("print what happened step by step, without waiting")
    .argument("<file>", FILE)
    .action(replaySession);
  session.addCommand(exportCommand());
  session
    .command("diff")
    .description("print in which lines two trajectories differ; exits with 1 if they do")
    .argument("<one>", FILE)
    .argument("<other>", FILE)
    .action(diffSessions);
  session.addCommand(verifyCommand());
  session
    .command("fetch")
    .description("fetch the trajectory of a job with its signature and receipts, and check them")
    .argument("<contract>", "the id of the job, or its first 32 digits")
    .addOption(marketOption())
    .option("--out <folder>", "where to write the files; default: session- and the id")
    .action(fetchSession);
  return session;
}

function exportCommand(): Command {
  return new Command("export")
    .description("convert a trajectory to another format")
    .argument("<file>", FILE)
    .addOption(
      new Option("--format <format>", "what to write")
        .choices(EXPORT_FORMATS)
        .makeOptionMandatory(),
    )
    .option("--redact", "leave out parameters, outputs and payloads; their hashes stay")
    .option("--repo-sha <commit>", "rlog: the commit that the work began from")
    .option("--out <folder>", "patch-bundle: where to write its three files; none may exist")
    .option("--patch <file>", "patch-bundle: the patch, for the list of changed files")
    .option("--change <sentence...>", "patch-bundle: what was changed")
    .option("--payments <file>", "patch-bundle: the payment receipts, as fetch writes them")
    .option("--signature <file>", "patch-bundle: the provider's signed statement")
    .action(exportSession);
}

function verifyCommand(): Command {
  return new Command("verify")
    .description("check structure, hashes and counts of a trajectory; exits with 1 if one is wrong")
    .argument("<file>", FILE)
    .option(
      "--signature <file>",
      "the provider's signed statement; default: signature.json beside it",
    )
    .option("--provider <party>", "who must have signed it")
    .option("--job-hash <hash>", "the job that it must be about")
    .option("--contract <id>", "the contract that it must be about, all 64 digits")
    .option("--receipt <file>", "the RECEIPT.json of the session")
    .option("--json", "print the result as JSON")
    .action(verifySession);
}
