/**
 * FixEscrow on a local chain with a clock that tests control.
 *
 * Every transaction is a block of its own, and the caller chooses its time. Reads happen at a chosen
 * second too.
 */
import {
  type Address,
  type DecodeFunctionResultReturnType,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  toHex,
} from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { fixEscrowAbi } from "../client/abi.ts";
import { type EscrowRefusal, type EscrowTerms, explain } from "../client/escrow-client.ts";
import { bondApprovalData, type EscrowAt } from "../client/typed-data.ts";
import { Anvil, CHAIN_START } from "./anvil.ts";
import { artifactOf } from "./artifact.ts";

const GAS_LIMIT = 8_000_000;
const LARGE_BALANCE = 10n ** 30n;

/** An expiry that no test reaches, in seconds. */
export const NEVER = 2n ** 40n;

export interface Sent {
  readonly refusal: EscrowRefusal | null;
  readonly gasUsed: bigint;
  readonly logs: readonly { readonly topics: readonly [Hex, ...Hex[]]; readonly data: Hex }[];
}

interface Receipt {
  readonly status: Hex;
  readonly gasUsed: Hex;
  readonly contractAddress: Address | null;
  readonly logs: Sent["logs"];
}

export class EscrowChain implements AsyncDisposable {
  readonly at: EscrowAt;
  /** The time of the last block, in seconds. */
  now = CHAIN_START + 1;
  readonly #anvil: Anvil;

  private constructor(anvil: Anvil, at: EscrowAt) {
    this.#anvil = anvil;
    this.at = at;
  }

  /** Starts a chain and deploys the compiled contract. */
  static async start(options: { readonly isAutomining?: boolean } = {}): Promise<EscrowChain> {
    const anvil = await Anvil.start(options);
    const deployer = person(1).address;
    const chainId = Number(await rpc(anvil.url, "eth_chainId", []));
    await rpc(anvil.url, "anvil_setBalance", [deployer, toHex(LARGE_BALANCE)]);
    const transaction = {
      from: deployer,
      data: artifactOf("FixEscrow").bytecode.object,
      gas: toHex(GAS_LIMIT),
    };
    const hash = await rpc(anvil.url, "eth_sendTransaction", [transaction]);
    await rpc(anvil.url, "evm_mine", [CHAIN_START + 1]);
    const receipt = (await rpc(anvil.url, "eth_getTransactionReceipt", [hash])) as Receipt;
    if (receipt.contractAddress === null) throw new Error("the escrow was not deployed");
    return new EscrowChain(anvil, { chainId, address: receipt.contractAddress });
  }

  get url(): string {
    return this.#anvil.url;
  }

  /** Sets a balance that no test can spend. */
  async enrich(who: Address): Promise<void> {
    await this.#ask("anvil_setBalance", [who, toHex(LARGE_BALANCE)]);
  }

  balanceOf(who: Address): Promise<bigint> {
    return this.#ask("eth_getBalance", [who, "latest"]).then((hex) => BigInt(hex as Hex));
  }

  /** Sends one transaction in a block at `time`, which must be later than the last block. */
  async send(from: Address, data: Hex, { value = 0n, time = this.now + 1 } = {}): Promise<Sent> {
    const transaction = {
      ...{ from, to: this.at.address, data, value: toHex(value) },
      ...{ gas: toHex(GAS_LIMIT), gasPrice: "0x0" },
    };
    const hash = await this.#ask("eth_sendTransaction", [transaction]);
    await this.#ask("evm_mine", [time]);
    this.now = time;
    const receipt = (await this.#ask("eth_getTransactionReceipt", [hash])) as Receipt;
    const { status, gasUsed, logs } = receipt;
    const isAccepted = status === "0x1";
    const refusal = isAccepted ? null : await this.#refusalOf(transaction, time);
    return { refusal, gasUsed: BigInt(gasUsed), logs };
  }

  /** A contract's state at a given second, deadlines applied. */
  async lifeOf(id: Hex, terms: EscrowTerms, time = this.now) {
    const data = encodeFunctionData({
      ...{ abi: fixEscrowAbi, functionName: "lifeOf" as const },
      args: [id, terms],
    });
    const answer = await this.#read(data, time);
    return decodeFunctionResult({ abi: fixEscrowAbi, functionName: "lifeOf", data: answer });
  }

  /** A contract's stored state, without the deadlines that have passed since. */
  async recordOf(id: Hex) {
    const data = encodeFunctionData({
      ...{ abi: fixEscrowAbi, functionName: "recordOf" as const },
      args: [id],
    });
    const answer = await this.#read(data, this.now);
    return decodeFunctionResult({ abi: fixEscrowAbi, functionName: "recordOf", data: answer });
  }

  async sharesOf(
    id: Hex,
    terms: EscrowTerms,
  ): Promise<DecodeFunctionResultReturnType<typeof fixEscrowAbi, "sharesOf">> {
    const data = encodeFunctionData({
      ...{ abi: fixEscrowAbi, functionName: "sharesOf" as const },
      args: [id, terms],
    });
    const answer = await this.#read(data, this.now);
    return decodeFunctionResult({ abi: fixEscrowAbi, functionName: "sharesOf", data: answer });
  }

  approve(platform: PrivateKeyAccount, id: Hex, agent: Address): Promise<Hex> {
    return platform.signTypedData(bondApprovalData(this.at, { id, agent, expiry: NEVER }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#anvil[Symbol.asyncDispose]();
  }

  /** Repeats the refused transaction as a call; it changed nothing, so the result is the same. */
  async #refusalOf(transaction: object, time: number): Promise<EscrowRefusal> {
    const answer = await this.#try("eth_call", [transaction, "latest", {}, { time: toHex(time) }]);
    const data = answer.error?.data;
    if (typeof data === "string" && data.length >= 10) return explain(data as Hex);
    return { code: "Reverted", facts: [answer.error?.message ?? "no reason given"] };
  }

  async #read(data: Hex, time: number): Promise<Hex> {
    const call = { to: this.at.address, data };
    return (await this.#ask("eth_call", [call, "latest", {}, { time: toHex(time) }])) as Hex;
  }

  #try(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    return tryRpc(this.url, method, params);
  }

  #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    return rpc(this.url, method, params);
  }
}

/** A test account. */
export function person(number: number): PrivateKeyAccount {
  return privateKeyToAccount(toHex(BigInt(number) + 0xba2aa2n, { size: 32 }));
}

interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly data?: unknown };
}

async function tryRpc(url: string, method: string, params: readonly unknown[]): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.json()) as RpcAnswer;
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { result, error } = await tryRpc(url, method, params);
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}
