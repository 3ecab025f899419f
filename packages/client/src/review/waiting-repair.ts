/**
 * What the user's machine records of an autonomous repair until its review. The market stores the
 * contract; the command as typed, its directory and the sandbox with the fix are stored only here.
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
import { shownList } from "../shows/shown-list.ts";

export interface WaitingRepair {
  readonly contract: ContractId;
  /** The market's URL; null for the one inside this program. */
  readonly market: string | null;
  /** As typed: the scrubbed form may not run. */
  readonly command: string;
  readonly exitCode: number;
  readonly directory: string;
  /** The network that a fix may use. */
  readonly network: Reach;
  /** What a fix sees besides the working tree, as real paths. */
  readonly shows: readonly string[];
  /** The last known entry of its chain: whatever the market shows later must extend it. */
  readonly known: ChainHead;
  /** Null until a fix has passed its check here. */
  readonly kept: KeptFix | null;
}

export interface KeptFix {
  /** The entry that proposed it. */
  readonly fixSeq: number;
  /** The sandbox with its changes; null if none is kept and the fix must run again. */
  readonly sandbox: string | null;
  /** The command to run instead of the failed one. */
  readonly correctedCommand: string | null;
  readonly evidence: JsonObject;
  /** The digest of the changes that the user was shown last, or null. */
  readonly shown: string | null;
  readonly step: KeptStep;
}

/**
 * How far an acceptance has come. `accepting` is written before the first file is committed, so the
 * layer may be on the disk already; `committed` after the last.
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
  const { contract, market, command, exitCode, directory, network, shows, known, kept } = waiting;
  return chainJson({
    version: BigInt(VERSION),
    contract,
    market,
    command,
    exit_code: BigInt(exitCode),
    directory,
    network,
    shows,
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
    shows: read.optional("shows", (name) => shownList(read, name)) ?? [],
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
