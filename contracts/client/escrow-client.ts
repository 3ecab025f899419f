/**
 * A client of the escrow contract: acts that are accepted or refused with a reason, states in words,
 * shares in base units.
 *
 * Every act is first simulated on the node. A refusal is found there, before anything is sent, and
 * is returned as data. Network failures are thrown.
 */
import {
  type Account,
  type Address,
  BaseError,
  type Chain,
  type ContractFunctionArgs,
  decodeErrorResult,
  encodeFunctionData,
  type Hex,
  isHex,
  type PublicClient,
  type Transport,
  type WalletClient,
} from "viem";
import { fixEscrowAbi } from "./abi.ts";
import { bondApprovalData, type EscrowAt, type Intent, intentData } from "./typed-data.ts";
import {
  CHAIN_PHASES,
  CHAIN_ROLES,
  CHAIN_ROWS,
  type ChainPhase,
  type ChainRole,
  type ChainRow,
} from "./vocabulary.ts";

type Abi = typeof fixEscrowAbi;
type Changes = "nonpayable" | "payable";
type Arguments<Act extends EscrowAct> = ContractFunctionArgs<Abi, Changes, Act>;

/** Every function of the contract that changes something. */
export type EscrowAct = Extract<
  Abi[number],
  { type: "function"; stateMutability: Changes }
>["name"];

export type EscrowTerms = Arguments<"post">[1];

export interface EscrowState {
  readonly phase: ChainPhase;
  readonly row: ChainRow;
  readonly agent: Address;
  /** The last second that is still in time; 0 after the end. */
  readonly deadline: bigint;
  /** The step that an intent for this state must name. */
  readonly step: bigint;
  /** The number that a ruling on the open question must name. */
  readonly question: bigint;
  readonly attempts: bigint;
  readonly rulings: bigint;
  readonly bond: bigint;
  readonly graceEnds: bigint;
}

/** Why an act was refused: the contract's error and its arguments. */
export interface EscrowRefusal {
  readonly code: string;
  readonly facts: readonly unknown[];
}

export type ActResult =
  | { readonly ok: true; readonly transaction: Hex; readonly gasUsed: bigint }
  | { readonly ok: false; readonly refusal: EscrowRefusal };

export class EscrowClient {
  readonly at: EscrowAt;
  readonly #reader: PublicClient;

  constructor(reader: PublicClient, at: EscrowAt) {
    this.#reader = reader;
    this.at = at;
  }

  /** Performs an act as the writer, sending `value` of the native coin. */
  async perform<const Act extends EscrowAct>(
    writer: WalletClient<Transport, Chain, Account>,
    act: Act,
    args: Arguments<Act>,
    value = 0n,
  ): Promise<ActResult> {
    const data = encodeCall(act, args);
    const refusal = await this.#refusalOf(writer.account.address, data, value);
    if (refusal !== null) return { ok: false, refusal };
    const transaction = await writer.sendTransaction({ to: this.at.address, data, value });
    const receipt = await this.#reader.waitForTransactionReceipt({ hash: transaction });
    if (receipt.status === "success") return { ok: true, transaction, gasUsed: receipt.gasUsed };
    // Another transaction came first, between the simulation and the block.
    return { ok: false, refusal: { code: "Overtaken", facts: [transaction] } };
  }

  /** Signs an act for another account to send. It is valid for one step of the contract. */
  async signIntent<const Act extends EscrowAct>(
    signer: WalletClient<Transport, Chain, Account>,
    act: Act,
    args: Arguments<Act>,
    when: { readonly step: bigint; readonly expiry: bigint },
  ): Promise<{ readonly intent: Intent; readonly signature: Hex }> {
    const { account } = signer;
    const intent = { actor: account.address, ...when, call: encodeCall(act, args) };
    const signature = await signer.signTypedData({ account, ...intentData(this.at, intent) });
    return { intent, signature };
  }

  /** The platform's signature that approves an agent. */
  signBondApproval(
    platform: WalletClient<Transport, Chain, Account>,
    approval: { readonly id: Hex; readonly agent: Address; readonly expiry: bigint },
  ): Promise<Hex> {
    const { account } = platform;
    return platform.signTypedData({ account, ...bondApprovalData(this.at, approval) });
  }

  /** A contract's present state, with the timeouts that have passed applied. */
  async stateOf(id: Hex, terms: EscrowTerms): Promise<EscrowState> {
    const [life, purse] = await this.#reader.readContract({
      ...this.#contract,
      functionName: "lifeOf",
      args: [id, terms],
    });
    const { agent, deadline, step, question, attempts, rulings } = life;
    return {
      phase: wordOf(CHAIN_PHASES, life.phase),
      row: wordOf(CHAIN_ROWS, life.row),
      ...{ agent, deadline, step, question, attempts, rulings },
      bond: purse.bond,
      graceEnds: BigInt(purse.graceEnds),
    };
  }

  /** Each role's share of an ended contract, claimed or not. */
  async sharesOf(id: Hex, terms: EscrowTerms): Promise<Readonly<Record<ChainRole, bigint>>> {
    return await this.#reader.readContract({
      ...this.#contract,
      functionName: "sharesOf",
      args: [id, terms],
    });
  }

  get #contract() {
    return { address: this.at.address, abi: fixEscrowAbi } as const;
  }

  async #refusalOf(from: Address, data: Hex, value: bigint): Promise<EscrowRefusal | null> {
    try {
      await this.#reader.call({ account: from, to: this.at.address, data, value });
      return null;
    } catch (error) {
      const answer = revertData(error);
      if (answer === null) throw error;
      return explain(answer);
    }
  }
}

/** Decodes the contract's error from its return data. */
export function explain(answer: Hex): EscrowRefusal {
  const { errorName, args } = decodeErrorResult({ abi: fixEscrowAbi, data: answer });
  return { code: errorName, facts: args ?? [] };
}

function revertData(error: unknown): Hex | null {
  const raw = error instanceof BaseError ? error.walk((one) => hasData(one)) : null;
  return hasData(raw) ? raw.data : null;
}

function hasData(error: unknown): error is { readonly data: Hex } {
  return typeof error === "object" && error !== null && "data" in error && isHex(error.data);
}

/** The contract's number of a role. */
export function roleNumber(role: ChainRole): number {
  return CHAIN_ROLES.indexOf(role);
}

export function encodeCall<const Act extends EscrowAct>(act: Act, args: Arguments<Act>): Hex {
  const call = { abi: fixEscrowAbi, functionName: act, args };
  return encodeFunctionData(call as { abi: Abi; functionName: "post"; args: Arguments<"post"> });
}

function wordOf<const Word extends string>(words: readonly Word[], number: number): Word {
  const word = words[number];
  if (word === undefined)
    throw new RangeError(`unknown enum value ${number}; known: ${words.join(", ")}`);
  return word;
}
