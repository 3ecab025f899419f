/**
 * `bazaar work`: takes the jobs of a market that name this key, does them with the embedded worker or with
 * a program of the provider's, and hands in their results.
 */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { PlaceSettings, Price, PriceBook, Worker } from "@bazaar/agent/provider";
import { connect } from "@bazaar/doors/http/connect";
import { jailProblem } from "@bazaar/guard/jail-problem";
import { JOB_SCHEMAS } from "@bazaar/kernel";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { BadInput, Command, complain, Option, reportBug } from "@bazaar/terminal";
import { closeOnSignal } from "../close-on-signal.ts";
import { marketOption } from "./market-option.ts";
import { marketReports } from "./market-reports.ts";
import { openIdentity } from "./open-identity.ts";
import { repeatable } from "./repeatable.ts";
import { wholeNumber } from "./whole-number.ts";
import { workReport } from "./work-report.ts";

interface Options {
  readonly market: string;
  readonly worker: string;
  readonly key: string;
  readonly max: string;
  readonly price?: string;
  readonly takes?: string;
  readonly allowDomain: readonly string[];
  readonly show: readonly string[];
  readonly json?: boolean;
}

const EMBEDDED = "embedded";
const MAX_JOBS = 100;
const MAX_SATS = 1_000_000_000;
const CLOSE_MS = 10_000;
const DOMAIN = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** What kinds of jobs are called on the command line. */
const KINDS = {
  patch: "oa.patch_gen.v1",
  review: "oa.code_review.v1",
  index: "oa.repo_index.v1",
  run: "oa.sandbox_run.v1",
  text: "oa.text_gen.v1",
  analysis: "oa.code_chunk_analysis.v1",
  rerank: "oa.retrieval_rerank.v1",
  embedding: "oa.embedding.v1",
} as const;

const HELP = `
A worker's program runs in a sandbox, in a directory with job.json (the request) and, where the job
has a repository, repo/ (its files). It writes result.json (the payload of the result) and may write
replay.jsonl (what it did). Its environment is PATH, HOME and LANG; its network is closed, except for
domains that you allow. A program that fails, hangs or leaves no valid result gives the job back.

The embedded worker needs no model: it indexes repositories, runs commands, reviews diffs by rules,
and repairs what the rules of fix know. A program does the jobs that can be checked; of texts,
analyses and orders only the form can be, so --takes has to name them. Prices are in sats, and jobs
in other money are declined.`;

export function workCommand(): Command {
  const keyFile = join(homedir(), ".fix", "provider.key");
  return new Command("work")
    .description("do the jobs of a market that name your key, and be paid for them")
    .addOption(marketOption())
    .option("--worker <command>", "embedded, or a program of yours that does a job", EMBEDDED)
    .addOption(
      new Option("--key <file>", "the provider's key, created if missing").default(
        keyFile,
        "~/.fix/provider.key",
      ),
    )
    .option("--max <number>", "work on at most this many jobs at once", "2")
    .option("--price <list>", "your prices, such as patch=5000,review=500; others are the usual")
    .option("--takes <list>", "what your program does, such as patch,text")
    .addOption(repeatable("--allow-domain <name>", "a domain that your program may reach"))
    .addOption(repeatable("--show <path>", "a file or directory that your program may read"))
    .option("--json", "print each step as a line of JSON")
    .addHelpText("after", HELP)
    .action((options: Options) => run(options));
}

async function run(options: Options): Promise<void> {
  const jobs = wholeNumber("--max", options.max, 1, MAX_JOBS);
  // The guard is large: other commands start without it.
  const provider = await import("@bazaar/agent/provider");
  const prices = pricesOf(options.price, provider.USUAL_PRICES);
  const because = await jailProblem();
  if (because !== null) throw new BadInput(`jobs are only done in a sandbox, and ${because}`);
  const settings = settingsOf(options, await shownPaths(options.show));
  const signer = openIdentity(options.key);
  const tell = workReport(options.json === true);
  const stopping = new AbortController();
  const { market: url } = options;
  const onOutcome = marketReports(url, {
    onAnswer: () => tell.say("connected", { market: url }),
    onFailure: (problem) => complain("bazaar", `${problem}; retrying`),
  });
  const connection = connect({ url, signer, verify: nativeVerifier(), onOutcome });
  const worker = workerOf(options, provider, settings);
  const running = provider.runProvider({
    connection,
    worker,
    prices,
    jobs,
    verify: provider.verifyOwn(connection, settings),
    tries: new provider.Tries(join(dirname(options.key), "jobs-begun")),
    list: provider.listedJobs({ connection }),
    hooks: tell.hooks,
    signal: stopping.signal,
  });
  closeOnSignal(CLOSE_MS, async ({ err }) => {
    // Not stopped in order: the job that was worked on may be the cause, and has had a try.
    if (err !== undefined) return reportBug("bazaar", err);
    stopping.abort();
    await running;
  });
  tell.say("ready", { provider: signer.party, worker: options.worker });
  await running;
}

type ProviderKit = typeof import("@bazaar/agent/provider");

function workerOf(options: Options, kit: ProviderKit, settings: PlaceSettings): Worker {
  const { worker: name, takes, allowDomain, show } = options;
  if (name.trim() === "") throw new BadInput("--worker: expected embedded or a command");
  if (name !== EMBEDDED) return kit.commandWorker(name, settings, takenBy(takes));
  if (takes !== undefined) throw forPrograms("--takes", "does what it can");
  // It runs the commands of buyers.
  if (allowDomain.length > 0) throw forPrograms("--allow-domain", "reaches nothing");
  if (show.length > 0) throw forPrograms("--show", "reads only what a job brings");
  return kit.embeddedWorker(settings);
}

function forPrograms(option: string, because: string): BadInput {
  return new BadInput(`${option}: the embedded worker ${because}; name a program with --worker`);
}

/** The schemas of the kinds that were named; otherwise those whose results a program can check. */
function takenBy(takes: string | undefined): readonly string[] {
  if (takes !== undefined) return takes.split(",").map((name) => schemaOf("--takes", name.trim()));
  return JOB_SCHEMAS.filter(({ mode }) => mode === "objective").map(({ id }) => id);
}

function schemaOf(option: string, name: string): string {
  if (Object.hasOwn(KINDS, name)) return KINDS[name as keyof typeof KINDS];
  const names = Object.keys(KINDS).join(", ");
  throw new BadInput(`${option}: expected one of ${names}, got "${name}"`);
}

/** Otherwise a program would start without what it needs, and give back job after job. */
async function shownPaths(asked: readonly string[]): Promise<readonly string[]> {
  if (asked.length === 0) return [];
  const { shownToJobs } = await import("@bazaar/guard/sandbox");
  return asked.map((given) => {
    const found = shownToJobs(resolve(given), { home: homedir() });
    if (found.ok) return found.path;
    throw new BadInput(`--show: ${given} cannot be shown: ${found.problem}`);
  });
}

function settingsOf({ allowDomain, key }: Options, shows: readonly string[]): PlaceSettings {
  const wrong = allowDomain.find((name) => !DOMAIN.test(name));
  if (wrong !== undefined) {
    throw new BadInput(`--allow-domain: expected a name such as api.example.com, got "${wrong}"`);
  }
  return {
    network: allowDomain.length === 0 ? "none" : { allow: allowDomain },
    shows,
    hides: [resolve(key), join(homedir(), ".fix")].filter((path) => existsSync(path)),
    ...(process.env.PATH === undefined ? {} : { path: process.env.PATH }),
  };
}

/** Flat prices in place of the usual ones. */
function pricesOf(text: string | undefined, usual: PriceBook): PriceBook {
  if (text === undefined) return usual;
  const own = text.split(",").map((part): readonly [string, Price] => {
    const [name = "", amount = ""] = part.trim().split("=");
    const schema = schemaOf("--price", name);
    const sats = BigInt(wholeNumber(`--price ${name}`, amount, 0, MAX_SATS));
    return [schema, { baseSats: sats, perUnitSats: 0n, maxSats: sats }];
  });
  return new Map([...usual, ...own]);
}
