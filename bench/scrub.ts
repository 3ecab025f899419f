/** What scrubbing costs and finds, beside secretlint on the same texts in the same run. */
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
const LEAST_MEGABYTES = 20;
const PIECE_LENGTH = 20_000;
const KNOWN_SECRETS = 2_000;
const GROWTH = 8;
const GROWTH_LENGTH = 50_000;
const TRIES = 4;

export async function benchScrub(): Promise<void> {
  const corpus = readCorpus();
  const logs = sampleLogs(corpus, LOG_LENGTH);
  report([
    ...(await speedLines(logs)),
    ...(await kindLines(logs)),
    growthLine(),
    ...(await qualityLines(corpus)),
  ]);
}

async function speedLines(logs: string): Promise<readonly Line[]> {
  const hostile = hostileText(ADVERSARIAL_PIECES);
  // Made once for a contract, so making it is no part of the rate.
  const knowing = makeScrubber({ secrets: sampleSecrets(KNOWN_SECRETS) });
  const measured = await cpuRates([
    { name: "logs", run: () => scrubAll(logs) },
    { name: "hostile", run: () => scrubAll(hostile) },
    { name: "known", run: () => scrubAll(logs, knowing) },
    { name: "peer", run: () => lintAll(logs) },
    { name: "peer, hostile", run: () => lintAll(hostile) },
  ]);
  const rate = (name: string): number => rateOf(measured, name);
  const [own, ownHostile, known] = [rate("logs"), rate("hostile"), rate("known")];
  const [peer, peerHostile] = [rate("peer"), rate("peer, hostile")];
  const least = `at least ${LEAST_MEGABYTES} MB/s`;
  return [
    line("scrub, logs", own, `secretlint ${count(peer)} MB/s`, own / peer, null),
    line("scrub, logs", own, least, own / LEAST_MEGABYTES, 1),
    line(
      `scrub, logs, ${count(KNOWN_SECRETS)} known secrets`,
      known,
      least,
      known / LEAST_MEGABYTES,
      1,
    ),
    line(
      "scrub, adversarial",
      ownHostile,
      `secretlint ${peerHostile.toFixed(1)} MB/s`,
      ownHostile / peerHostile,
      null,
    ),
    line("scrub, adversarial", ownHostile, least, ownHostile / LEAST_MEGABYTES, 1),
    line("scrub, adversarial", ownHostile, `logs ${count(own)} MB/s`, ownHostile / own, 1),
  ];
}

/** Each kind of adversarial text by itself, beside logs in the same turns; the slowest first. */
async function kindLines(logs: string): Promise<readonly Line[]> {
  const kinds = Object.entries(ADVERSARIAL).map(([name, pieces]) => ({
    name,
    text: hostileText(pieces),
  }));
  const measured = await cpuRates([
    { name: "logs", run: () => scrubAll(logs) },
    ...kinds.map(({ name, text }) => ({ name, run: () => scrubAll(text) })),
  ]);
  const own = rateOf(measured, "logs");
  return kinds
    .map(({ name }) => ({ name, rate: rateOf(measured, name) }))
    .sort((a, b) => a.rate - b.rate)
    .map(({ name, rate }) => line(`  ${name}`, rate, `logs ${count(own)} MB/s`, rate / own, null));
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

/** The text whose time grows most when it grows: eight times the text, eight times the time. */
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
    beside: `linear ${GROWTH} times; worst ${JSON.stringify(piece)}`,
    ratio: GROWTH / growth,
    target: null,
  };
}

/** Of this process alone: what else the machine does must not look like growth. */
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
      beside: `secretlint ${peer.covered} of ${peer.all}`,
      ratio: own.covered / own.all,
      target: 0.99,
    },
    {
      what: "false positives on the corpus",
      figure: `${own.wrong}`,
      beside: `secretlint ${peer.wrong}, in ${own.lines} lines`,
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
  beside: string,
  ratio: number,
  target: number | null,
): Line {
  return { what, figure: `${rate.toFixed(1)} MB/s`, beside, ratio, target };
}
