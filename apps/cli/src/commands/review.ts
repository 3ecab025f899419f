/** `fix review [contract]`: repairs of the autonomous mode that wait for the person's word. */
import { homedir } from "node:os";
import type { LetGoNeeds, WaitingRepair } from "@bazaar/client";
import { BadInput, Command } from "@bazaar/terminal";
import { onlyNamed } from "../contracts/own-contracts.ts";
import { sayJson } from "../contracts/say-json.ts";
import { fixHome } from "../home.ts";
import { isAskable } from "../prompt.ts";
import { ownRepairs } from "../repair/own-repairs.ts";
import type { ReviewFlags } from "../repair/review/decide.ts";
import { complain, say } from "../terminal.ts";

const HELP = `
In autonomous mode a fix that passes its check is not brought to your files. It waits here until
you have looked at it. If you say nothing until the review window is over (2 hours unless the
contract says otherwise) the agent is paid, and the fix still waits.

Accepting it commits the changes and pays the agent. A rejection sends it back: the agent may contest
that, and somebody should stay to answer; fix does so with what it recorded if you do not. Discarding
says nothing to the market, which need not answer: while the window is open that means that the agent
is paid at its end, so it takes --discard --yes.

Without a contract it lists what waits, and where only one does and you can be asked, goes on to it.
Exits with 0 if the fix was accepted, or with the code of the corrected command where one was run;
with 1 if it was not; with 2 for what it does not understand.`;

export function reviewCommand(): Command {
  return new Command("review")
    .description("decide on fixes of the autonomous mode: accept and pay, reject, or throw away")
    .argument("[contract]", "its name, or at least 6 of its digits")
    .option("--yes", "accept it without asking if it is harmless and inside the working tree")
    .option("--reject [reason]", "send it back, for the agent to read why")
    .option("--dispute <argument>", "take it to court, and say what was wrong")
    .option("--discard", "throw away what the fix wrote; tells the market nothing")
    .option("--again", "run the fix once more, on your files as they are now")
    .option("--json", "answer in JSON; asks nothing")
    .addHelpText("after", HELP)
    .action(run);
}

async function run(name: string | undefined, flags: ReviewFlags): Promise<void> {
  const { yes, reject, dispute, discard } = flags;
  const decisions = [yes, reject, dispute, discard];
  // Said with --discard, --yes is said to what that costs.
  const isSure = yes === true && discard === true;
  if (decisions.filter((flag) => flag !== undefined).length > (isSure ? 2 : 1)) {
    throw new BadInput("say one of --yes, --reject, --dispute and --discard");
  }
  if (discard === true && flags.again === true) {
    throw new BadInput("say one of --again and --discard");
  }
  if (flags.dispute?.trim() === "") {
    throw new BadInput("say what was wrong: the court reads nothing else");
  }
  const repairs = ownRepairs(fixHome(homedir()));
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
  const { Stage } = await import("../repair/stage.ts");
  const { reviewOnTerminal } = await import("../repair/review/review-on-terminal.ts");
  using stage = new Stage(flags);
  process.exitCode = await reviewOnTerminal(only, keeping, flags, stage);
}

async function list(
  found: readonly WaitingRepair[],
  keeping: LetGoNeeds,
  { json = false }: ReviewFlags,
): Promise<void> {
  const { SYSTEM_CLOCK: clock } = await import("@bazaar/doors/http/connect");
  const { listedJson, listWaiting } = await import("../repair/review/list-waiting.ts");
  const { waitingLines } = await import("../repair/review/waiting-words.ts");
  const listed = await listWaiting(found, keeping, clock);
  if (json) {
    sayJson({ waiting: listed.map(listedJson) });
    return;
  }
  if (listed.length === 0) {
    say("Nothing waits for you. fix --mode autonomous <command> leaves its fix here.");
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
  throw new BadInput("no repair of that name waits here: fix review lists what does");
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
    found.length === 0 ? "nothing waits for you" : `${found.length} repairs wait: name one`,
  );
}
