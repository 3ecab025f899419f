/** Messages that are signed for the escrow, approvals and intents, as EIP-712 typed data. */
import { type Address, encodeAbiParameters, type Hex, keccak256, type TypedDataDomain } from "viem";

export interface EscrowAt {
  readonly chainId: number;
  readonly address: Address;
}

/** The platform's approval of one agent for one contract. */
export interface BondApproval {
  readonly id: Hex;
  readonly agent: Address;
  /** The last second at which it is valid. */
  readonly expiry: bigint;
}

/** A call in the actor's name, valid for one step of one contract. */
export interface Intent {
  readonly actor: Address;
  /** The contract's step when it was signed; 0 for a post. */
  readonly step: bigint;
  readonly expiry: bigint;
  readonly call: Hex;
}

const TYPES = {
  BondApproval: [
    { name: "id", type: "bytes32" },
    { name: "agent", type: "address" },
    { name: "expiry", type: "uint256" },
  ],
  Intent: [
    { name: "actor", type: "address" },
    { name: "step", type: "uint256" },
    { name: "expiry", type: "uint256" },
    { name: "call", type: "bytes" },
  ],
} as const;

export function bondApprovalData(at: EscrowAt, approval: BondApproval) {
  const { BondApproval } = TYPES;
  const types = { BondApproval } as const;
  return { domain: domainOf(at), types, primaryType: "BondApproval", message: approval } as const;
}

export function intentData(at: EscrowAt, intent: Intent) {
  const { Intent } = TYPES;
  const types = { Intent } as const;
  return { domain: domainOf(at), types, primaryType: "Intent", message: intent } as const;
}

/** The id on the chain. It includes the principal, so nobody else can use it first. */
export function escrowId(principal: Address, contractId: Hex): Hex {
  const types = [{ type: "address" }, { type: "bytes32" }] as const;
  return keccak256(encodeAbiParameters(types, [principal, contractId]));
}

function domainOf({ chainId, address }: EscrowAt): TypedDataDomain {
  return { name: "FixEscrow", version: "1", chainId, verifyingContract: address };
}
