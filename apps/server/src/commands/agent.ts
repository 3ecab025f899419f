/**
 * `bazaar agent`: finds contracts on a market, works on several at once with known fixes, rules and
 * models, and earns their bounties. The operator pays for the models and stakes the bonds.
 */
import { homedir } from "node:os";
import { join } from "node:path";
import { type Filter, type Hooks, PrincipalRecords, runAgent, type Solver } from "@bazaar/agent";
import { agentSolver } from "@bazaar/agent/agent-solver";
import type { ModelCall } from "@bazaar/agent/model";
import type { Contract } from "@bazaar/doors/connection";
import { connect, marketUrlProblem } from "@bazaar/doors/http/connect";
import { contractAlias, isEnded, parseAmount, XNO } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command, complain, Option, reportBug, say, sayLine } from "@bazaar/terminal";
import { readModelAccess } from "@bazaar/work/model";
import { closeOnSignal } from "../close-on-signal.ts";
import { marketReports } from "./market-reports.ts";
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
  readonly principals: string;
  readonly models?: string;
}

const MAX_CONTRACTS = 1_000;
const MAX_HEAD_START_SECONDS = 3_600;
const CLOSE_MS = 10_000;
/** A principal may lie about its own fix: others get it after it worked for a second one. */
const TRUST_AFTER = 2;
const MAX_SHOWN = 120;
/** Other clients may offer more, so an unknown one is only reported. */
const CAPABILITIES: readonly string[] = ["sudo", "network", "docker"];

export function agentCommand(): Command {
  return new Command("agent")
    .description("work on contracts of a market and earn their bounties")
    .requiredOption("--url <url>", "URL of the market, such as https://market.example")
    .option("--sse", "find contracts by the market's event stream instead of polling")
    .addOption(ownFile("--key <file>", "the agent's key, created if missing", "agent.key"))
    .option("--min-bounty <amount>", "ignore smaller bounties")
    .option("--max-bounty <amount>", "ignore larger bounties")
    .option(
      "--needs <names>",
      "only contracts that offer these capabilities, such as network,docker",
    )
    .option("--without <names>", "only contracts without these capabilities, such as sudo")
    .option("--contracts <number>", "work on at most this many at once", "4")
    .option(
      "--head-start <seconds>",
      "wait this long for other agents before taking a contract",
      "0",
    )
    .addOption(
      ownFile("--known-fixes <file>", "file of fixes that worked before", "known-fixes.json"),
    )
    .addOption(
      ownFile("--principals <file>", "record of how principals behaved", "principals.json"),
    )
    .option("--models <ids>", "models to ask, in this order, separated by commas")
    .addHelpText("after", "\nAccess to models is set in the environment: see bazaar serve --help.")
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const problem = marketUrlProblem(options.url);
  if (problem !== null) throw new BadInput(`--url: ${problem}`);
  const filter = filterOf(options);
  const contracts = wholeNumber("--contracts", options.contracts, 1, MAX_CONTRACTS);
  const headStart = wholeNumber("--head-start", options.headStart, 0, MAX_HEAD_START_SECONDS);
  const stopping = new AbortController();
  const solver = solverOf(options, stopping.signal);
  const records = new PrincipalRecords(options.principals);
  const { signer, isNew } = openKeyFile(options.key);
  if (isNew) say(`created ${options.key}: keep this file secret, it is the agent's identity`);
  const verify = nativeVerifier();
  const { url } = options;
  const onOutcome = marketReports(url, {
    onAnswer: () => say(`connected to ${url}`),
    onFailure: (problem) => complain("bazaar", `${problem}; retrying`),
  });
  const connection = connect({ url, signer, verify, onOutcome });
  const running = runAgent({
    connection,
    solver,
    filter,
    records,
    discovery: options.sse === true ? "stream" : "poll",
    limits: { contracts, headStartMs: () => headStart * 1_000 },
    hooks: HOOKS,
    signal: stopping.signal,
  });
  closeOnSignal(CLOSE_MS, async ({ err }) => {
    if (err !== undefined) reportBug("bazaar", err);
    stopping.abort();
    await running;
  });
  say(`${signer.party} works with ${solver.name}`);
  await running;
}

function ownFile(flags: string, description: string, name: string): Option {
  const path = join(homedir(), ".fix", name);
  return new Option(flags, description).default(path, `~/.fix/${name}`);
}

function filterOf({ minBounty, maxBounty, needs, without }: Options): Filter {
  return {
    ...(minBounty === undefined ? {} : { minBounty: decimal("--min-bounty", minBounty) }),
    ...(maxBounty === undefined ? {} : { maxBounty: decimal("--max-bounty", maxBounty) }),
    ...(needs === undefined ? {} : { needs: names("--needs", needs) }),
    ...(without === undefined ? {} : { without: names("--without", without) }),
  };
}

function solverOf({ knownFixes, models }: Options, stopping: AbortSignal): Solver {
  const access = readModelAccess(process.env);
  const { baseUrl, openRouterKey, anthropicKey } = access;
  if (models !== undefined && [baseUrl, openRouterKey, anthropicKey].every((one) => one === null)) {
    throw new BadInput(
      "--models: no access to models: set BAZAAR_MODEL_URL, OPENROUTER_API_KEY or FIX_API_KEY",
    );
  }
  return agentSolver({
    knownFixes,
    trustAfter: TRUST_AFTER,
    access,
    ...(models === undefined ? {} : { models: list(models) }),
    onError: (error, { name }) => {
      // A solver that is stopped with the agent did not fail.
      if (stopping.aborted) return;
      complain("bazaar", `${name} failed: ${String(error).slice(0, MAX_SHOWN)}`);
    },
    onCall: showCall,
  });
}

const HOOKS: Hooks = {
  contractFound(contract) {
    tell(contract, `found: ${String(contract.state.terms.work.spec.command)}`);
    return true;
  },
  passedOver: (contract, because) => tell(contract, `passed over: ${because}`),
  askedForMoney: (asset, answer) =>
    sayLine(
      answer.ok
        ? `out of money: the market gave ${answer.value} ${asset} of test money`
        : `out of money: no test ${asset} (${answer.refusal.detail.slice(0, MAX_SHOWN)})`,
    ),
  notTaken: (contract, { detail }) => tell(contract, `could not take it: ${detail}`),
  investigationResult: (contract, command) => tell(contract, `looked at: ${command}`),
  fixSubmitted: (contract, { explanation }) => tell(contract, `fix: ${explanation}`),
  ended: (contract) => tell(contract, endWords(contract)),
  error: (error) =>
    complain("bazaar", `continuing after an error: ${String(error).slice(0, MAX_SHOWN)}`),
};

/** The contract may go on without this agent. */
function endWords({ state, transcript }: Contract): string {
  if (isEnded(state.phase)) return `ended: ${state.phase}`;
  const isDeclined = transcript.entries.at(-1)?.type === "decline";
  return isDeclined ? "declined: nothing to offer" : "left it to others";
}

function showCall({ model, failure }: ModelCall): void {
  if (failure !== null) complain("bazaar", `${model} did not answer: ${failure}`);
}

/** One line per event, whatever text it contains. */
function tell({ id }: Contract, text: string): void {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
  sayLine(`${contractAlias(id)} ${shown}`);
}

function decimal(option: string, text: string): string {
  // Nano has the most decimals of all assets, so its amounts cover all others.
  if (parseAmount(text, XNO).ok) return text;
  throw new BadInput(`${option}: expected an amount such as 0.25, got "${text}"`);
}

function names(option: string, text: string): readonly string[] {
  const found = list(text);
  if (found.every((name) => /^[a-z0-9_]{1,40}$/.test(name))) {
    for (const name of found.filter((one) => !CAPABILITIES.includes(one))) {
      complain(
        "bazaar",
        `${option}: ${name} is not among those that fix offers: ${CAPABILITIES.join(", ")}`,
      );
    }
    return found;
  }
  throw new BadInput(`${option}: expected names such as network,docker, got "${text}"`);
}

function list(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim());
}
