/** `fix --explain` where no sandbox can be made: shows what would be tried, and that it is unproved. */
import { homedir } from "node:os";
import { changedFix, type Fix, type Hint, WorkOver } from "@bazaar/agent";
import { agentSolver } from "@bazaar/agent/agent-solver";
import { type Failure, Redactions } from "@bazaar/client";
import { readModelAccess } from "@bazaar/work/model";
import type { RepairFlags } from "../commands/repair.ts";
import { readConfig } from "../config.ts";
import { fixHome } from "../home.ts";
import { ownScrubber } from "../own-scrubber.ts";
import { problemOf } from "./repair-locally.ts";
import { sayHints } from "./say-hints.ts";
import { UserInterface } from "./user-interface.ts";

const NO_SANDBOX = "a sandbox needs Linux";

/** Returns the exit code: the command's own, since nothing was repaired. */
export async function explainUnproved(failure: Failure, flags: RepairFlags): Promise<number> {
  const own = fixHome(homedir());
  using ui = new UserInterface(flags);
  ui.say("failed", `exit ${failure.exitCode}: ${failure.command}`);
  const redactions = new Redactions(ownScrubber(failure.directory), failure.command);
  const problem = problemOf(
    { failure, config: readConfig(own.config) },
    { around: { path: process.env.PATH ?? "" }, scrub: redactions.scrub },
  );
  const hints: Hint[] = [];
  const solver = agentSolver({
    knownFixes: own.knownFixes,
    trustAfter: 1,
    access: readModelAccess(process.env),
    redactions,
    onError: (error, { name }) => ui.say(name, String(error)),
  });
  try {
    await solver.solve(problem, {
      signal: ui.signal,
      now: () => problem,
      // A look runs in a jail, which needs Linux as well.
      look: async () => ({ isSeen: false, because: NO_SANDBOX }),
      propose: async (fix) => {
        hints.push(unprovedFix(changedFix(fix, redactions.restore)));
        throw new WorkOver("nothing can be tried");
      },
      hint: (hint) => hints.push(hint),
    });
  } catch (error) {
    if (!(error instanceof WorkOver)) throw error;
  }
  sayHints(hints, ui);
  const found = hints.length === 0 ? "no fix found; " : "";
  ui.say("unchanged", `${found}your files are unchanged`);
  return ui.interruptedCode ?? failure.exitCode;
}

function unprovedFix({ shell, correctedCommand = "", explanation }: Fix): Hint {
  const command = [shell, correctedCommand].filter((text) => text !== "").join("\n");
  return { command, unproved: NO_SANDBOX, explanation };
}
