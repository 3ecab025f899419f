/**
 * The gas of every act from receipts of a local chain: the whole transaction, including its 21,000
 * base gas and its calldata.
 *
 * Amounts have seventeen digits and hashes few zeros, like real ones. The accounts are the same
 * throughout; every contract is new.
 */
import { type Hex, keccak256, toHex, zeroAddress } from "viem";
import { type EscrowTerms, encodeCall, roleNumber } from "../client/escrow-client.ts";
import { escrowId } from "../client/typed-data.ts";
import { CHAIN_ROLES, CHAIN_RULINGS, type ChainRole } from "../client/vocabulary.ts";
import { EscrowChain, NEVER, person } from "../local-chain/escrow-chain.ts";

export type GasTable = Readonly<Record<string, number>>;

const [principal, agent, platform, oracle, charity] = [20, 21, 22, 23, 24].map(person);
const HASH = keccak256(toHex("an entry of the transcript"));

function terms(): EscrowTerms {
  return {
    principal: principal?.address ?? zeroAddress,
    platform: platform?.address ?? zeroAddress,
    oracle: oracle?.address ?? zeroAddress,
    charity: charity?.address ?? zeroAddress,
    token: zeroAddress,
    agent: zeroAddress,
    bounty: 51_234_567_891_234_567n,
    minBond: 31_234_567_891_234_567n,
    courtFees: [2_123_456_789_123_456n, 5_123_456_789_123_456n, 10_123_456_789_123_456n],
    platformFeeBps: 250,
    maxAttempts: 5,
    executionSeconds: 300,
    reviewSeconds: 7_200,
    isAutonomous: false,
    restitution: true,
  };
}

class Meter {
  readonly chain: EscrowChain;
  readonly terms = terms();
  readonly table: Record<string, number> = {};
  id: Hex = "0x";
  #posted = 0;

  constructor(chain: EscrowChain) {
    this.chain = chain;
  }

  async act(name: string, by = principal, data: Hex = "0x", value = 0n): Promise<void> {
    const from = by?.address ?? zeroAddress;
    const { refusal, gasUsed } = await this.chain.send(from, data, { value });
    if (refusal !== null) throw new Error(`${name} was refused: ${refusal.code}`);
    this.table[name] ??= Number(gasUsed);
  }

  async post(): Promise<void> {
    this.#posted += 1;
    const contractId = keccak256(toHex(`contract ${this.#posted}`));
    const { principal, bounty, courtFees } = this.terms;
    this.id = escrowId(principal, contractId);
    const value = courtFees.reduce((sum, fee) => sum + fee, bounty);
    await this.act("post", undefined, encodeCall("post", [contractId, this.terms]), value);
  }

  async bond(): Promise<void> {
    const { minBond } = this.terms;
    if (platform === undefined || agent === undefined) throw new Error("an account is missing");
    const approval = await this.chain.approve(platform, this.id, agent.address);
    const data = encodeCall("bond", [this.id, this.terms, minBond, NEVER, approval]);
    await this.act("bond", agent, data, minBond);
  }

  /** Posts, bonds and accepts. */
  async begin(): Promise<void> {
    await this.post();
    await this.bond();
    await this.act("accept", agent, encodeCall("accept", [this.id]));
  }

  async submitFix(): Promise<void> {
    await this.act("submitFix", agent, encodeCall("submitFix", [this.id, HASH]));
  }

  async claim(role: ChainRole): Promise<void> {
    const to = role === "agent" ? (agent?.address ?? zeroAddress) : this.terms[role];
    const data = encodeCall("claim", [this.id, this.terms, roleNumber(role), to]);
    await this.act(`claim (${role})`, agent, data);
  }

  pass(seconds: number): void {
    this.chain.now += seconds;
  }
}

/** The gas of every act, by name. */
export async function measureGas(): Promise<GasTable> {
  await using chain = await EscrowChain.start();
  for (const one of [principal, agent, platform, oracle, charity]) {
    await chain.enrich(one?.address ?? zeroAddress);
  }
  const meter = new Meter(chain);
  await verified(meter);
  await disputed(meter);
  await halted(meter);
  await left(meter);
  return meter.table;
}

async function verified(meter: Meter): Promise<void> {
  await meter.begin();
  await meter.submitFix();
  const anchor = encodeCall("anchorTranscript", [meter.id, meter.terms, HASH, 12n]);
  await meter.act("anchorTranscript", platform, anchor);
  const verify = (success: boolean) => encodeCall("verify", [meter.id, meter.terms, success]);
  await meter.act("verify (failed)", principal, verify(false));
  await meter.act("anchorTranscript (restarts)", agent, anchor);
  await meter.submitFix();
  await meter.act("verify", principal, verify(true));
  for (const role of ["principal", "agent", "platform"] as const) await meter.claim(role);
}

async function disputed(meter: Meter): Promise<void> {
  await meter.begin();
  const { id, terms } = meter;
  const rule = (question: bigint) => {
    const ruling = CHAIN_RULINGS.indexOf("canceled");
    return encodeCall("rule", [id, terms, question, ruling, HASH]);
  };
  await meter.act("fileDispute", principal, encodeCall("fileDispute", [id, terms, HASH]));
  await meter.act("respondDispute", agent, encodeCall("respondDispute", [id, terms, HASH]));
  await meter.act("rule", oracle, rule(1n));
  await meter.act("appeal", agent, encodeCall("appeal", [id, terms, HASH]));
  meter.pass(31);
  await meter.act("escalateDispute", charity, encodeCall("escalateDispute", [id]));
  await meter.act("rule (appeals)", oracle, rule(2n));
  meter.pass(31);
  await meter.act("finalizeRuling", charity, encodeCall("finalizeRuling", [id]));
  for (const role of CHAIN_ROLES) if (role !== "charity") await meter.claim(role);
}

async function halted(meter: Meter): Promise<void> {
  await meter.begin();
  const { id, terms } = meter;
  await meter.act("halt", principal, encodeCall("halt", [id, terms]));
  await meter.act("resume", principal, encodeCall("resume", [id, terms]));
  await meter.act("halt (again)", principal, encodeCall("halt", [id, terms]));
  await meter.act("refuseDispute", oracle, encodeCall("refuseDispute", [id, terms, 2n]));
}

async function left(meter: Meter): Promise<void> {
  await meter.post();
  await meter.bond();
  const { terms } = meter;
  await meter.act("decline", agent, encodeCall("decline", [meter.id, terms]));
  const to = agent?.address ?? zeroAddress;
  await meter.act("reclaimBond", agent, encodeCall("reclaimBond", [meter.id, terms, to, to]));
  meter.pass(31);
  await meter.act("cancelStale", charity, encodeCall("cancelStale", [meter.id]));
  await meter.begin();
  await meter.act("backOut", agent, encodeCall("backOut", [meter.id, terms]));
  await meter.begin();
  await meter.act("cancel", principal, encodeCall("cancel", [meter.id, terms]));
  await meter.begin();
  meter.pass(121);
  await meter.act("cancelAbandoned", charity, encodeCall("cancelAbandoned", [meter.id, terms]));
  await meter.begin();
  await meter.submitFix();
  meter.pass(420 + 7_200);
  await meter.act("autoFulfill", charity, encodeCall("autoFulfill", [meter.id, terms]));
}

/** Sums of acts, each with the limit that spec/escrow.md promises. */
export const GAS_LIMITS: readonly {
  readonly name: string;
  readonly acts: readonly string[];
  readonly limit: number;
}[] = [
  {
    name: "post + bond + accept + verify",
    acts: ["post", "bond", "accept", "verify"],
    limit: 250_000,
  },
  { name: "submitFix", acts: ["submitFix"], limit: 30_000 },
  {
    name: "district dispute (file, respond, rule, finalize)",
    acts: ["fileDispute", "respondDispute", "rule", "finalizeRuling"],
    limit: 200_000,
  },
];

export function sumOf(table: GasTable, acts: readonly string[]): number {
  return acts.reduce((sum, act) => sum + (table[act] ?? Number.NaN), 0);
}
