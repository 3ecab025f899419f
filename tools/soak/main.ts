/**
 * Puts a fixed load on a server that is killed again and again, then checks that no acknowledged
 * act is lost, doubled or unpaid. Exits with 1 if one is.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Signer } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { Random, subSeed } from "../simulate/random.ts";
import { auditBooks, auditDatabase } from "./audit-books.ts";
import { auditStreams, StreamRecorder } from "./audit-streams.ts";
import { auditTranscripts } from "./audit-transcripts.ts";
import { Cast, LifeEnded } from "./cast.ts";
import { CrashingServer } from "./crashing-server.ts";
import type { World } from "./deliver.ts";
import { keepAliveAgent } from "./exchange.ts";
import { Journal } from "./journal.ts";
import { ACTS_PER_LIFE, pickLife } from "./lives.ts";
import { type Options, readOptions, USAGE } from "./options.ts";
import { printFigures } from "./print-figures.ts";
import { ServerFolder, serverParty } from "./server-process.ts";

const PAIRS = 64;
const CONNECTIONS = 128;
/** Two readers of each stream. */
const RECORDED = ["contracts", "jobs", "contracts", "jobs"] as const;
const RECORDER_RESTART_MS = 2_000;
/** Payouts and their last entries follow the acts within this time. */
const SETTLE_MS = 3_000;
const MAX_SHOWN = 20;

const given = readOptions(process.argv.slice(2));
if (typeof given === "string") {
  console.error(`${given}\n\n${USAGE}`);
  process.exit(2);
}
process.exitCode = (await soak(given)) ? 0 : 1;

async function soak(options: Options): Promise<boolean> {
  const journal = new Journal();
  using folder = new ServerFolder();
  await using server = await CrashingServer.start(folder, journal);
  const { url } = server;
  const agent = keepAliveAgent(CONNECTIONS);
  const random = new Random(options.seed);
  const world: World = { url, agent, journal, random, nowMs: () => performance.now() };
  const recorders = RECORDED.map((stream) => new StreamRecorder(url, stream));
  await Promise.all(recorders.map((recorder) => recorder.begin()));
  const [principals, agents] = [signers(), signers()];
  await load(options, world, server, recorders, { principals, agents });
  await wait(SETTLE_MS);

  const seen = await auditTranscripts(url, agent, journal);
  const events = await auditStreams(folder.database, recorders, journal);
  const parties = [...principals, ...agents].map(({ party }) => party);
  await auditBooks(url, agent, parties, journal);
  for (const recorder of recorders) recorder[Symbol.dispose]();
  agent.destroy();
  await server.stop();
  await auditDatabase(folder.database, journal);
  const rebuilt = folder.run("rebuild");
  if (rebuilt.status !== 0) journal.violations.push(`bazaar rebuild: ${rebuilt.output.trim()}`);

  const connections = recorders.reduce((sum, { reader }) => sum + reader.connections, 0);
  printFigures(journal, { ...seen, events, connections, rebuilt: rebuilt.output.trim() });
  for (const violation of journal.violations.slice(0, MAX_SHOWN)) console.log(`  ${violation}`);
  console.log(`${journal.violations.length} violations`);
  return journal.violations.length === 0;
}

/** Starts contracts at a fixed rate, and returns when all have ended. */
async function load(
  { minutes, rate, kills, seed }: Options,
  world: World,
  server: CrashingServer,
  recorders: readonly StreamRecorder[],
  {
    principals,
    agents,
  }: { readonly principals: readonly Signer[]; readonly agents: readonly Signer[] },
): Promise<void> {
  const platform = await serverParty(world.url);
  const lengthMs = minutes * 60_000;
  const dice = new Random(subSeed(seed, 1));
  const fail = (error: unknown) => world.journal.violations.push(String(error));
  const killing = server.killRepeatedly(kills, lengthMs, new Random(subSeed(seed, 2))).catch(fail);
  const restarting = setInterval(() => dice.pick(recorders)?.reader.restart(), RECORDER_RESTART_MS);
  const startMs = performance.now();
  const everyMs = (1_000 * ACTS_PER_LIFE) / rate;
  const lives: Promise<unknown>[] = [];
  for (let number = 0; number * everyMs < lengthMs; number += 1) {
    await wait(Math.max(0, startMs + number * everyMs - performance.now()));
    const [agent, rival] = [agents[number % PAIRS], agents[(number + 1) % PAIRS]];
    const principal = dice.pick(principals);
    if (principal === undefined || agent === undefined || rival === undefined) continue;
    const cast = new Cast(world, { principal, agent, rival }, platform);
    lives.push(live(world, cast, dice).catch(fail));
  }
  await Promise.all(lives);
  await killing;
  clearInterval(restarting);
}

async function live({ journal }: World, cast: Cast, dice: Random): Promise<void> {
  journal.lives += 1;
  try {
    await pickLife(dice)(cast);
  } catch (error) {
    if (!(error instanceof LifeEnded)) throw error;
  }
}

function signers(): readonly Signer[] {
  return Array.from({ length: PAIRS }, () => generateSigner());
}
