/**
 * What a person's machine remembers of an autonomous repair until the person has looked at it. The
 * contract is the market's to remember; which command failed where, as it was typed, and which
 * sandbox holds the fix, is known nowhere else.
 */
import {
  type ChainHead,
  type ContractId,
  chainJson,
  fields,
  type JsonObject,
  parseJson,
  TEXT_LIMITS,
} from "@bazaar/kernel";

export interface WaitingRepair {
  readonly contract: ContractId;
  /** The market's address; null for the one inside this program. */
  readonly market: string | null;
  /** As it was typed, so that what was scrubbed for others still runs here. */
  readonly command: string;
  readonly exitCode: number;
  readonly directory: string;
  /** What a fix may reach while it is run. */
  readonly network: Reach;
  /** How far its chain has been seen here: whatever a market shows later must go on from it. */
  readonly known: ChainHead;
  /** Null until a fix has passed its check here. */
  readonly kept: KeptFix | null;
}

export interface KeptFix {
  /** Which entry of the transcript proposed it. */
  readonly fixSeq: number;
  /** The sandbox that holds what it wrote; null where none is kept: the fix can be run again. */
  readonly sandbox: string | null;
  /** The command that takes the place of the one that failed, where that one was wrong. */
  readonly correctedCommand: string | null;
  readonly evidence: JsonObject;
  /** The digest of the changes that the person was shown last; null where none were. */
  readonly shown: string | null;
  readonly step: KeptStep;
}

/**
 * How far the person's yes has come. `accepting` is written before the first file moves, so that
 * whoever finds it knows that the layer may be on the disk already; `committed` after the last.
 */
export const KEPT_STEPS = ["undecided", "accepting", "committed"] as const;
export type KeptStep = (typeof KEPT_STEPS)[number];

const REACHES = ["none", "packages"] as const;
export type Reach = (typeof REACHES)[number];

const VERSION = 2;
const MAX_NAME = 200;
const MAX_URL = 2_000;
const MAX_PATH = 10_000;
const MAX_COMMAND = 1_000_000;
const MAX_SEQ = Number.MAX_SAFE_INTEGER;
const EXIT_CODES = { min: 0, max: 255 };

export function waitingRepairText(waiting: WaitingRepair): string {
  const { contract, market, command, exitCode, directory, network, known, kept } = waiting;
  return chainJson({
    version: BigInt(VERSION),
    contract,
    market,
    command,
    exit_code: BigInt(exitCode),
    directory,
    network,
    known: { head: known.head, seq: BigInt(known.seq) },
    kept:
      kept === null
        ? null
        : {
            fix_seq: BigInt(kept.fixSeq),
            sandbox: kept.sandbox,
            corrected_command: kept.correctedCommand,
            evidence: kept.evidence,
            shown: kept.shown,
            step: kept.step,
          },
  });
}

/** The record, or what is wrong with it. */
export function parseWaitingRepair(text: string): WaitingRepair | string {
  const json = parseJson(text);
  if (!json.ok) return "it is not JSON";
  const read = fields(json.value);
  read.integer("version", { min: VERSION, max: VERSION });
  const waiting: WaitingRepair = {
    contract: read.hex("contract", 64) as ContractId,
    market: read.optional("market", (name) => read.string(name, { min: 1, max: MAX_URL })),
    command: read.string("command", { min: 1, max: MAX_COMMAND }),
    exitCode: read.integer("exit_code", EXIT_CODES),
    directory: read.string("directory", { min: 1, max: MAX_PATH }),
    network: read.oneOf("network", REACHES),
    known: parseKnown(read.object("known")),
    kept: read.optional("kept", (name) => {
      const kept = read.object(name);
      return {
        fixSeq: kept.integer("fix_seq", { max: MAX_SEQ }),
        sandbox: kept.optional("sandbox", (at) => kept.string(at, { min: 1, max: MAX_NAME })),
        correctedCommand: kept.optional("corrected_command", (at) =>
          kept.string(at, { min: 1, max: TEXT_LIMITS.command }),
        ),
        evidence: kept.jsonObject("evidence"),
        shown: kept.optional("shown", (at) => kept.hex(at, 64)),
        step: kept.oneOf("step", KEPT_STEPS),
      };
    }),
  };
  const { problem } = read;
  return problem === null ? waiting : `${problem.field}: ${problem.problem}`;
}

function parseKnown(known: ReturnType<typeof fields>): ChainHead {
  return { head: known.hex("head", 64), seq: known.integer("seq", { min: 1, max: MAX_SEQ }) };
}
