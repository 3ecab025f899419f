/**
 * An agent as a command: it finds contracts on a market, works on several at once, and earns their
 * bounties with what has worked before, rules and models. Whoever runs it pays for the models, and
 * stakes what the contracts ask for.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { type Filter, type Hooks, runAgent, type Solver } from "@bazaar/agent";
import { agentSolver } from "@bazaar/agent/agent-solver";
import type { ModelCall } from "@bazaar/agent/model";
import { type Contract, connect, marketUrlProblem } from "@bazaar/doors/http/connect";
import { contractAlias, parseAmount, XNO } from "@bazaar/kernel";
import { ed25519Verifier } from "@bazaar/keys";
import { openKeyFile } from "@bazaar/keys/key-file";
import { BadInput, Command, complain, say } from "@bazaar/terminal";
import { readModelAccess } from "@bazaar/work/model";
import closeWithGrace from "close-with-grace";
import { noticing } from "./market-presence.ts";
import { wholeNumber } from "./whole-number.ts";

interface Options {
  readonly url: string;
  readonly sse?: boolean;
  readonly key: string;
  readonly minBounty?: string;
  readonly maxBounty?: string;
  readonly needs?: string;
  readonly without?: string;
  readonly contracts: string;
  readonly headStart: string;
  readonly knownFixes: string;
  readonly models?: string;
}

const MAX_CONTRACTS = 1_000;
const MAX_HEAD_START_SECONDS = 3_600;
const CLOSE_MS = 10_000;
/** A stranger verifies its own fix; others get it when it has worked for a second one too. */
const TRUST_AFTER = 2;
const MAX_SHOWN = 120;

export function agentCommand(): Command {
  return new Command("agent")
    .description("take contracts of a market and earn their bounties")
    .requiredOption("--url <url>", "the market, such as https://market.example")
    .option(
      "--sse",
      "hear of contracts by the market's event stream, not by asking again and again",
    )
    .option("--key <file>", "the agent's key, made if absent", ownFile("agent.key"))
    .option("--min-bounty <amount>", "leave smaller bounties alone")
    .option("--max-bounty <amount>", "leave larger bounties alone")
    .option("--needs <names>", "only where these are available, such as network,docker")
    .option("--without <names>", "only where these are not, such as sudo")
    .option("--contracts <number>", "at most so many at once", "4")
    .option("--head-start <seconds>", "let other agents go first for so long", "0")
    .option("--known-fixes <file>", "what has worked, kept there", ownFile("known-fixes.json"))
    .option("--models <ids>", "the models to ask, in this order, with commas between")
    .addHelpText("after", "\nModels come from the environment: see bazaar serve --help.")
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const problem = marketUrlProblem(options.url);
  if (problem !== null) throw new BadInput(`--url: ${problem}`);
  const filter = filterOf(options);
  const contracts = wholeNumber("--contracts", options.contracts, 1, MAX_CONTRACTS);
  const headStart = wholeNumber("--head-start", options.headStart, 0, MAX_HEAD_START_SECONDS);
  const leaving = new AbortController();
  const solver = solverOf(options, leaving.signal);
  const { signer, isNew } = openKeyFile(options.key);
  if (isNew) say(`made ${options.key}: whoever has this file is this agent`);
  const verify = ed25519Verifier();
  const { url } = options;
  const watched = noticing({
    onThere: () => say(`takes contracts of ${url}`),
    onGone: () => complain("bazaar", `${url} does not answer; it is asked again until it does`),
    leaving: leaving.signal,
  });
  const connection = connect({ url, signer, verify, fetch: watched });
  const running = runAgent({
    connection,
    solver,
    filter,
    discovery: options.sse === true ? "stream" : "poll",
    limits: { contracts, headStartMs: () => headStart * 1_000 },
    hooks: HOOKS,
    signal: leaving.signal,
  });
  closeWithGrace({ delay: CLOSE_MS, logger: false, skip: ["beforeExit"] }, async ({ err }) => {
    if (err !== undefined) complain("bazaar", `stopped by a bug of ours: ${err.stack}`);
    leaving.abort();
    await running;
  });
  say(`${signer.party} works with ${solver.name}`);
  await running;
}

function ownFile(name: string): string {
  return join(homedir(), ".fix", name);
}

function filterOf({ minBounty, maxBounty, needs, without }: Options): Filter {
  return {
    ...(minBounty === undefined ? {} : { minBounty: decimal("--min-bounty", minBounty) }),
    ...(maxBounty === undefined ? {} : { maxBounty: decimal("--max-bounty", maxBounty) }),
    ...(needs === undefined ? {} : { needs: names("--needs", needs) }),
    ...(without === undefined ? {} : { without: names("--without", without) }),
  };
}

function solverOf({ knownFixes, models }: Options, leaving: AbortSignal): Solver {
  return agentSolver({
    knownFixes,
    trustAfter: TRUST_AFTER,
    access: readModelAccess(process.env),
    ...(models === undefined ? {} : { models: list(models) }),
    onError: (error, { name }) => {
      // Whoever is told to leave drops what it is at, which is nobody's failure.
      if (leaving.aborted) return;
      complain("bazaar", `${name} failed: ${String(error).slice(0, MAX_SHOWN)}`);
    },
    onCall: showCall,
  });
}

const HOOKS: Hooks = {
  contractFound(contract) {
    const { task } = contract.state.terms.document as { task?: { command?: unknown } };
    tell(contract, `found: ${String(task?.command)}`);
    return true;
  },
  notTaken: (contract, { detail }) => tell(contract, `not taken: ${detail}`),
  investigationResult: (contract, command) => tell(contract, `saw: ${command}`),
  fixSubmitted: (contract, { explanation }) => tell(contract, `fix: ${explanation}`),
  ended: (contract) => tell(contract, `over: ${contract.state.phase}`),
  error: (error) => complain("bazaar", `went on after: ${String(error).slice(0, MAX_SHOWN)}`),
};

function showCall({ model, failure }: ModelCall): void {
  if (failure !== null) complain("bazaar", `${model} gave no answer: ${failure}`);
}

/** One line per event, whatever a stranger wrote into it. */
function tell({ id }: Contract, text: string): void {
  say(`${contractAlias(id)} ${text.slice(0, MAX_SHOWN).replaceAll("\n", " ")}`);
}

function decimal(option: string, text: string): string {
  // Nano has the most places of all assets: what it can express, any comparison can.
  if (parseAmount(text, XNO).ok) return text;
  throw new BadInput(`${option}: expected an amount such as 0.25, got "${text}"`);
}

function names(option: string, text: string): readonly string[] {
  const found = list(text);
  if (found.every((name) => /^[a-z0-9_]{1,40}$/.test(name))) return found;
  throw new BadInput(`${option}: expected names such as network,docker, got "${text}"`);
}

function list(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}
