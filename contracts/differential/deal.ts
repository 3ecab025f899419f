/** One agreement as the kernel's terms and as the contract's. */
import {
  type ContractId,
  contractId,
  ETH,
  type Party,
  potOf,
  rulesOf,
  type Terms,
  TIERS,
} from "@bazaar/kernel";
import { AGENT, JUDGE, PRINCIPAL, RIVAL, SERVER, toySigner } from "@bazaar/testkit";
import { type Address, type Hex, zeroAddress } from "viem";
import type { EscrowTerms } from "../client/escrow-client.ts";
import { escrowId } from "../client/typed-data.ts";
import { person } from "../local-chain/escrow-chain.ts";
import { DIFFERENCES } from "./differences.ts";

/** Each party's key in the kernel and account on the chain. */
export const PEOPLE = {
  principal: { signer: PRINCIPAL, account: person(10) },
  agent: { signer: AGENT, account: person(11) },
  rival: { signer: RIVAL, account: person(12) },
  third: { signer: toySigner("third"), account: person(13) },
  oracle: { signer: JUDGE, account: person(14) },
  platform: { signer: SERVER, account: person(15) },
} as const;

export type PersonName = keyof typeof PEOPLE;

export const CHARITY = person(16).address;
export const RELAYER = person(17).address;

export function addressOf(party: Party): Address {
  const found = Object.values(PEOPLE).find(({ signer }) => signer.party === party);
  if (found === undefined) throw new Error(`${party} has no account`);
  return found.account.address;
}

export interface Deal {
  readonly bounty: bigint;
  readonly minBond: bigint;
  readonly tierFees: readonly [bigint, bigint, bigint];
  readonly platformFeeBps: number;
  readonly restitution: boolean;
  readonly isAutonomous: boolean;
  readonly maxAttempts: number;
  readonly executionSeconds: number;
  readonly reviewSeconds: number;
  readonly hasCourt: boolean;
  readonly isNamed: boolean;
}

export function kernelTerms(deal: Deal, nonce: bigint): Terms {
  const { bounty, minBond, tierFees, restitution, hasCourt, isNamed } = deal;
  const { maxAttempts, executionSeconds, reviewSeconds, isAutonomous } = deal;
  const pot = potOf(
    {
      ...{ schedule: "court-fees", asset: ETH, rail: "evm", bounty, minBond, restitution },
      tierFees: hasCourt ? tierFees : [],
      platformFeeBps: BigInt(deal.platformFeeBps),
      cancelFeeBps: 1_000n,
    },
    hasCourt,
  );
  return {
    version: 1,
    principal: PRINCIPAL.party,
    platform: SERVER.party,
    agent: isNamed ? AGENT.party : null,
    group: null,
    work: { kind: "command", spec: { command: "make test" } },
    checks: [{ method: "exit_code", expected: 0 }],
    court: hasCourt ? { kind: "tiered", judge: JUDGE.party, tiers: TIERS } : { kind: "none" },
    pots: [pot],
    rules: rulesOf("escrow/1", {
      ...{ fundingSeconds: 600, reservationSeconds: 60 },
      ...{ maxAttempts, executionSeconds, reviewSeconds },
      mode: isAutonomous ? "autonomous" : "supervised",
      ...Object.assign({}, ...DIFFERENCES.map(({ rules }) => rules)),
    }),
    nonce: nonce.toString(16).padStart(64, "0"),
    document: {},
  };
}

export function chainTerms(deal: Deal): EscrowTerms {
  const { bounty, minBond, tierFees, platformFeeBps, restitution, isAutonomous } = deal;
  const { maxAttempts, executionSeconds, reviewSeconds, hasCourt, isNamed } = deal;
  return {
    principal: PEOPLE.principal.account.address,
    platform: PEOPLE.platform.account.address,
    oracle: hasCourt ? PEOPLE.oracle.account.address : zeroAddress,
    charity: CHARITY,
    token: zeroAddress,
    agent: isNamed ? PEOPLE.agent.account.address : zeroAddress,
    courtFees: hasCourt ? tierFees : [0n, 0n, 0n],
    ...{ bounty, minBond, platformFeeBps, maxAttempts, executionSeconds, reviewSeconds },
    ...{ isAutonomous, restitution },
  };
}

export function onChain(id: ContractId): Hex {
  return `0x${id}`;
}

export function idOnChain(terms: Terms): Hex {
  return escrowId(PEOPLE.principal.account.address, onChain(contractId(terms)));
}
