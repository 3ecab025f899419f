/** How fast scrubbing is and what it finds, beside secretlint on the same texts in the same run. */
import { makeScrubber, type Scrubber } from "@bazaar/guard/scrub";
import {
  ADVERSARIAL,
  ADVERSARIAL_PIECES,
  repeated,
} from "../packages/guard/src/scrub/corpus/adversarial.ts";
import { findSpans } from "../packages/guard/src/scrub/corpus/find-spans.ts";
import {
  type MarkedText,
  readCorpus,
  type Span,
  scoreOf,
} from "../packages/guard/src/scrub/corpus/read-corpus.ts";
import { count, type Line, rateOf, report } from "./measure.ts";
import { cpuRates } from "./scrub/cpu-rates.ts";
import { sampleLogs } from "./scrub/sample-logs.ts";
import { sampleSecrets } from "./scrub/sample-secrets.ts";
import { secretlintSpans } from "./scrub/secretlint.ts";

const LOG_LENGTH = 2_000_000;
/** Targets in MB/s. */
const LEAST_FOR_LOGS = 20;
const LEAST_FOR_HOSTILE = 5;
const PIECE_LENGTH = 20_000;
const KNOWN_SECRETS = 2_000;
const GROWTH = 8;
/** Long enough that caches and lists of known values are full in both texts. */
const GROWTH_LENGTH = 100_000;
const TRIES = 3;

export async function benchScrub(): Promise<void> {
  const corpus = readCorpus();
  const logs = sampleLogs(corpus, LOG_LENGTH);
  report([
    ...(await speedLines(logs)),
    ...(await kindLines()),
    growthLine(),
    ...(await qualityLines(corpus)),
  ]);
}

async function speedLines(logs: string): Promise<readonly Line[]> {
  const hostile = hostileText(ADVERSARIAL_PIECES);
  // Made once for a contract, so making it is not part of the rate.
  const knowing = makeScrubber({ secrets: sampleSecrets(KNOWN_SECRETS) });
  const measured = await cpuRates([
    { name: "logs", run: () => scrubAll(logs) },
    { name: "known", run: () => scrubAll(logs, knowing) },
    { name: "hostile", run: () => scrubAll(hostile) },
    { name: "peer", run: () => lintAll(logs) },
    { name: "peer, hostile", run: () => lintAll(hostile) },
  ]);
  const rate = (name: string): number => rateOf(measured, name);
  const [own, known, ownHostile] = [rate("logs"), rate("known"), rate("hostile")];
  const [peer, peerHostile] = [rate("peer"), rate("peer, hostile")];
  return [
    line("scrub, logs", own, `secretlint ${count(peer)} MB/s`, own / peer, null),
    lineWithLeast("scrub, logs", own, LEAST_FOR_LOGS),
    line(
      `scrub, logs, ${count(KNOWN_SECRETS)} known secrets`,
      known,
      `without ${own.toFixed(1)} MB/s`,
      known / own,
      null,
    ),
    line(
      "scrub, hostile text",
      ownHostile,
      `secretlint ${peerHostile.toFixed(1)} MB/s`,
      ownHostile / peerHostile,
      null,
    ),
  ];
}

/** Each kind of hostile text by itself, the slowest first. */
async function kindLines(): Promise<readonly Line[]> {
  const measured = await cpuRates(
    Object.entries(ADVERSARIAL).map(([name, pieces]) => {
      const text = hostileText(pieces);
      return { name, run: () => scrubAll(text) };
    }),
  );
  return Object.keys(ADVERSARIAL)
    .map((name) => ({ name, rate: rateOf(measured, name) }))
    .sort((a, b) => a.rate - b.rate)
    .map(({ name, rate }) => lineWithLeast(`  ${name}`, rate, LEAST_FOR_HOSTILE));
}

function lineWithLeast(what: string, rate: number, least: number): Line {
  return line(what, rate, `at least ${least} MB/s`, rate / least, 1);
}

function hostileText(pieces: readonly string[]): string {
  return pieces.map((piece) => repeated(piece, PIECE_LENGTH)).join("\n");
}

function scrubAll(text: string, scrubber: Scrubber = makeScrubber()): number {
  scrubber.scrub(text);
  return text.length / 1e6;
}

async function lintAll(text: string): Promise<number> {
  await secretlintSpans(text);
  return text.length / 1e6;
}

/** The piece whose time grows most with the length: linear means eight times for eight times. */
function growthLine(): Line {
  const growths = ADVERSARIAL_PIECES.map((piece) => {
    const [short, long] = [GROWTH_LENGTH, GROWTH_LENGTH * GROWTH].map((length) =>
      leastCpuMs(repeated(piece, length)),
    );
    return { piece, growth: (long ?? 0) / (short ?? 1) };
  });
  const { piece, growth } = growths.reduce((worst, next) =>
    next.growth > worst.growth ? next : worst,
  );
  return {
    what: `time for ${GROWTH} times the text, worst of ${growths.length}`,
    figure: `${growth.toFixed(1)} times`,
    reference: `linear ${GROWTH} times; worst ${JSON.stringify(piece)}`,
    ratio: GROWTH / growth,
    target: null,
  };
}

/** CPU time of this process: other load on the machine must not look like growth. */
function leastCpuMs(text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const started = process.cpuUsage();
    makeScrubber().scrub(text);
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

async function qualityLines(corpus: readonly MarkedText[]): Promise<readonly Line[]> {
  const own = await quality(corpus, async (text) => findSpans(makeScrubber(), text));
  const peer = await quality(corpus, secretlintSpans);
  return [
    {
      what: "recall on the corpus",
      figure: `${own.covered} of ${own.all}`,
      reference: `secretlint ${peer.covered} of ${peer.all}`,
      ratio: own.covered / own.all,
      target: 0.99,
    },
    {
      what: "false positives on the corpus",
      figure: `${own.wrong}`,
      reference: `secretlint ${peer.wrong}, in ${own.lines} lines`,
      ratio: 1 - own.wrong / own.lines,
      target: 1,
    },
  ];
}

async function quality(
  corpus: readonly MarkedText[],
  find: (text: string) => Promise<readonly Span[]>,
) {
  const sum = { covered: 0, all: 0, wrong: 0, lines: 0 };
  for (const marked of corpus) {
    const score = scoreOf(marked, await find(marked.text));
    sum.covered += score.covered.length;
    sum.all += marked.secrets.length;
    sum.wrong += score.wrong.length;
    sum.lines += marked.text.split("\n").length;
  }
  return sum;
}

function line(
  what: string,
  rate: number,
  reference: string,
  ratio: number,
  target: number | null,
): Line {
  return { what, figure: `${rate.toFixed(1)} MB/s`, reference, ratio, target };
}
