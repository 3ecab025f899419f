/** `fix review [contract]`: decides on fixes that autonomous mode has kept. */
import { homedir } from "node:os";
import type { RemoveNeeds, WaitingRepair } from "@bazaar/client";
import { BadInput, Command } from "@bazaar/terminal";
import { isAskable } from "@bazaar/terminal/prompt";
import { onlyNamed } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { fixHome } from "../home.ts";
import type { ReviewFlags } from "../repair/review/decide.ts";
import { waitingRepairs } from "../repair/waiting-repairs.ts";
import { askedPaths } from "../shows/asked-paths.ts";
import { showOption } from "../shows/show-option.ts";
import { complain, say } from "../terminal.ts";

const HELP = `
In autonomous mode a fix that passes its check is kept here, and your files stay unchanged. If you
do nothing before the review window ends (2 hours unless the contract says otherwise), the agent is
paid and the fix is still kept.

Accepting commits the changes and pays the agent. After a rejection the agent may go to court; fix
waits and answers for you, with the recorded facts if you give no answer. Discarding tells the market
nothing: if the review window is open, the agent is paid when it ends. Confirm that with
--discard --yes.

Without a contract it lists the fixes to review. If there is only one, and a terminal to ask on, it
opens that one. Exit codes: 0 accepted (or the code of the corrected command, if it was run),
1 not accepted, 2 bad input.`;

export function reviewCommand(): Command {
  return new Command("review")
    .description("accept, reject or discard fixes found in autonomous mode")
    .argument("[contract]", "its id, or at least the first 6 digits of it")
    .option(
      "--yes",
      "accept it without asking if its changes are harmless and inside the working tree",
    )
    .option("--reject [reason]", "reject it; the agent sees the reason")
    .option("--dispute <argument>", "take it to court with this argument")
    .option("--discard", "delete what the fix wrote; the market is not told")
    .option("--again", "run the fix again, on your files as they are now")
    .addOption(showOption())
    .option("--json", "print JSON; ask nothing")
    .addHelpText("after", HELP)
    .action(run);
}

async function run(name: string | undefined, flags: ReviewFlags): Promise<void> {
  const { yes, reject, dispute, discard } = flags;
  askedPaths(flags);
  const decisions = [yes, reject, dispute, discard];
  // Together with --discard, --yes confirms what that costs.
  const isSure = yes === true && discard === true;
  if (decisions.filter((flag) => flag !== undefined).length > (isSure ? 2 : 1)) {
    throw new BadInput("use only one of --yes, --reject, --dispute and --discard");
  }
  if (discard === true && flags.again === true) {
    throw new BadInput("use only one of --again and --discard");
  }
  if (flags.dispute?.trim() === "") {
    throw new BadInput("an argument is required: tell the court what is wrong");
  }
  const repairs = waitingRepairs(fixHome(homedir()));
  const { clearOrphans } = await import("@bazaar/client");
  const { discardKept, keptSandboxes } = await import("@bazaar/guard/sandbox");
  const keeping = { repairs, discardKept };
  await clearOrphans(keptSandboxes(), keeping);
  const { repairs: found, problems } = repairs.all();
  for (const problem of problems) complain(problem);
  const isDeciding = decisions.some((flag) => flag !== undefined) || flags.again === true;
  const isAsking = flags.json !== true && isAskable();
  const only = name === undefined ? onlyOne(found, isDeciding, isAsking) : named(found, name);
  if (only === null) {
    await list(found, keeping, flags);
    return;
  }
  const { UserInterface } = await import("../repair/user-interface.ts");
  const { reviewOnTerminal } = await import("../repair/review/review-on-terminal.ts");
  using ui = new UserInterface(flags);
  process.exitCode = await reviewOnTerminal(only, keeping, flags, ui);
}

async function list(
  found: readonly WaitingRepair[],
  keeping: RemoveNeeds,
  { json = false }: ReviewFlags,
): Promise<void> {
  const { SYSTEM_CLOCK: clock } = await import("@bazaar/doors/connection");
  const { listedJson, listWaiting } = await import("../repair/review/list-waiting.ts");
  const { waitingLines } = await import("../repair/review/waiting-words.ts");
  const listed = await listWaiting(found, keeping, clock);
  if (json) {
    sayJson({ waiting: listed.map(listedJson) });
    return;
  }
  if (listed.length === 0) {
    say("No fixes to review. fix --mode autonomous <command> keeps its fix here.");
  }
  for (const one of listed) {
    for (const line of waitingLines(one, clock.nowMs())) say(line);
  }
}

/** @throws BadInput where it is none, or more than one. */
function named(found: readonly WaitingRepair[], name: string): WaitingRepair {
  const id = onlyNamed(
    found.map(({ contract }) => contract),
    name,
  );
  const only = found.find(({ contract }) => contract === id);
  if (only !== undefined) return only;
  throw new BadInput("no fix to review has that id; fix review lists them");
}

/** Where a decision is wanted and only one can be meant, it is meant. */
function onlyOne(
  found: readonly WaitingRepair[],
  isDeciding: boolean,
  isAsking: boolean,
): WaitingRepair | null {
  const [only] = found;
  if (found.length === 1 && only !== undefined && (isDeciding || isAsking)) return only;
  if (!isDeciding) return null;
  throw new BadInput(
    found.length === 0 ? "no fixes to review" : `${found.length} fixes to review: name one of them`,
  );
}
