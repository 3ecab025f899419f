/** Checks that every acknowledged act is in its transcript, once and at its place. */
import type { Agent } from "node:http";
import {
  type Entry,
  entryHash,
  isJsonObject,
  parseJson,
  parseTranscript,
  type Transcript,
  verifyTranscript,
} from "@bazaar/kernel";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { getText } from "./exchange.ts";
import type { ActRecord, Journal } from "./journal.ts";

/** Requests at the same time. */
const LANES = 4;
const MAX_SHOWN = 400;

export interface TranscriptsSeen {
  readonly contracts: number;
  readonly entries: number;
}

export async function auditTranscripts(
  url: string,
  agent: Agent,
  journal: Journal,
): Promise<TranscriptsSeen> {
  const queue = journal.byContract().entries();
  let [contracts, entries] = [0, 0];
  const lane = async (): Promise<void> => {
    for (const [contract, acts] of queue) {
      const transcript = readTranscript(
        await getText(agent, `${url}/contracts/${contract}/transcript`),
      );
      contracts += 1;
      if (transcript === null) {
        // A posting that was refused leaves no contract.
        if (acts.some(({ status }) => status === 200)) {
          journal.violations.push(`${contract} was acknowledged but cannot be read`);
        }
        continue;
      }
      entries += transcript.entries.length;
      for (const problem of problemsOf(transcript, acts)) {
        journal.violations.push(`${contract}: ${problem}`);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { contracts, entries };
}

function readTranscript(text: string): Transcript | null {
  const json = parseJson(text);
  const transcript = json.ok ? parseTranscript(json.value) : json;
  return transcript.ok ? transcript.value : null;
}

function problemsOf(transcript: Transcript, acts: readonly ActRecord[]): readonly string[] {
  const verified = verifyTranscript(transcript, nativeVerify);
  const chain = verified.ok
    ? []
    : [`its transcript does not verify: ${JSON.stringify(verified.refusal).slice(0, MAX_SHOWN)}`];
  return [...chain, ...acts.flatMap((act) => misplaced(transcript.entries, act) ?? [])];
}

/** An acknowledged act must be there once, a refused one not at all. */
function misplaced(entries: readonly Entry[], act: ActRecord): string | null {
  const found = entries.filter((entry) => isEntryOf(entry, act)).length;
  const expected = act.status === 200 ? 1 : 0;
  if (found === expected) return null;
  const said = act.status === 200 ? "acknowledged" : `answered with ${act.status}`;
  return `${act.word} of ${act.author} was ${said} and is there ${found} times`;
}

function isEntryOf(entry: Entry, { entries, requests }: ActRecord): boolean {
  if (entries.length > 0) {
    const own = entries.filter(({ seq }) => seq === entry.seq);
    return own.length > 0 && own.some(({ hash }) => hash === entryHash(entry));
  }
  const { origin } = entry.data;
  return isJsonObject(origin) && requests.includes(String(origin.signature));
}
