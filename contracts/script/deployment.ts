/**
 * FixEscrow at an address that everybody can compute.
 *
 * The address depends on the bytecode and a salt alone, by way of the factory that most EVM chains
 * have at one and the same address. Who deploys does not matter and gets no power by it. The
 * bytecode carries no metadata hash, so that the same sources give the same address on every
 * machine.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Account,
  type Address,
  type Chain,
  concatHex,
  getContractAddress,
  type Hex,
  keccak256,
  type PublicClient,
  type Transport,
  toHex,
  type WalletClient,
} from "viem";
import { artifactOf } from "../local-chain/artifact.ts";
import { REPOSITORY } from "../local-chain/forge.ts";

/** The deterministic deployment proxy, which takes a salt and then the code. */
const FACTORY: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const SALT = keccak256(toHex("bazaar FixEscrow 1"));

export function initCode(): Hex {
  return artifactOf("FixEscrow").bytecode.object;
}

export function deploymentAddress(): Address {
  return getContractAddress({ opcode: "CREATE2", from: FACTORY, salt: SALT, bytecode: initCode() });
}

/** Deploys unless it is there already; whoever was first, it is the same code. */
export async function deploy(
  reader: PublicClient,
  writer: WalletClient<Transport, Chain, Account>,
): Promise<{ readonly address: Address; readonly transaction: Hex | null }> {
  const address = deploymentAddress();
  if (await hasCode(reader, address)) return { address, transaction: null };
  if (!(await hasCode(reader, FACTORY))) {
    throw new Error(
      `this chain has no deployment factory at ${FACTORY}: it must be put there first`,
    );
  }
  const transaction = await writer.sendTransaction({
    to: FACTORY,
    data: concatHex([SALT, initCode()]),
  });
  await reader.waitForTransactionReceipt({ hash: transaction });
  if (!(await hasCode(reader, address))) throw new Error(`${transaction} left no code behind`);
  return { address, transaction };
}

async function hasCode(reader: PublicClient, address: Address): Promise<boolean> {
  const code = await reader.getCode({ address });
  return code !== undefined && code !== "0x";
}

/** What an explorer is given to verify the code: the compiler's own input, sources included. */
export function verificationInput(): {
  readonly compiler: string;
  readonly contract: string;
  readonly input: object;
} {
  const { compiler, sources, settings } = artifactOf("FixEscrow").metadata;
  const { compilationTarget, ...rest } = settings;
  const [file = "", name = ""] = Object.entries(compilationTarget)[0] ?? [];
  const texts = Object.keys(sources).map((path) => {
    return [path, { content: readFileSync(join(REPOSITORY, path), "utf8") }] as const;
  });
  const outputSelection = { "*": { "*": ["evm.bytecode", "evm.deployedBytecode", "abi"] } };
  const input = {
    language: "Solidity",
    sources: Object.fromEntries(texts),
    settings: { ...rest, outputSelection },
  };
  return { compiler: compiler.version, contract: `${file}:${name}`, input };
}
