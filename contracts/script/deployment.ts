/**
 * Deploys FixEscrow at a deterministic address.
 *
 * The address depends only on the bytecode and a salt: deployment goes through the CREATE2 factory
 * that most EVM chains have at the same address. The deployer has no special rights. The bytecode
 * carries no metadata hash, so the same sources give the same address on every machine.
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

/** The deterministic deployment proxy: its input is a salt followed by the code. */
const FACTORY: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const SALT = keccak256(toHex("bazaar FixEscrow 1"));

export function initCode(): Hex {
  return artifactOf("FixEscrow").bytecode.object;
}

export function deploymentAddress(): Address {
  return getContractAddress({ opcode: "CREATE2", from: FACTORY, salt: SALT, bytecode: initCode() });
}

/** Deploys the contract unless the address already has code. */
export async function deploy(
  reader: PublicClient,
  writer: WalletClient<Transport, Chain, Account>,
): Promise<{ readonly address: Address; readonly transaction: Hex | null }> {
  const address = deploymentAddress();
  if (await hasCode(reader, address)) return { address, transaction: null };
  if (!(await hasCode(reader, FACTORY))) {
    throw new Error(`this chain has no deployment factory at ${FACTORY}; deploy the factory first`);
  }
  const transaction = await writer.sendTransaction({
    to: FACTORY,
    data: concatHex([SALT, initCode()]),
  });
  await reader.waitForTransactionReceipt({ hash: transaction });
  if (!(await hasCode(reader, address)))
    throw new Error(`${transaction} was mined, but there is no code at ${address}`);
  return { address, transaction };
}

async function hasCode(reader: PublicClient, address: Address): Promise<boolean> {
  const code = await reader.getCode({ address });
  return code !== undefined && code !== "0x";
}

interface VerificationInput {
  readonly compiler: string;
  readonly contract: string;
  readonly input: {
    readonly language: "Solidity";
    readonly sources: Readonly<Record<string, { readonly content: string }>>;
    readonly settings: Readonly<Record<string, unknown>>;
  };
}

/** The compiler's standard JSON input, with sources, for a block explorer to verify the code. */
export function verificationInput(): VerificationInput {
  const { compiler, sources, settings } = artifactOf("FixEscrow").metadata;
  const { compilationTarget, ...rest } = settings;
  const [file = "", name = ""] = Object.entries(compilationTarget)[0] ?? [];
  const texts = Object.keys(sources).map((path) => {
    return [path, { content: readFileSync(join(REPOSITORY, path), "utf8") }] as const;
  });
  const outputSelection = { "*": { "*": ["evm.bytecode", "evm.deployedBytecode", "abi"] } };
  return {
    compiler: compiler.version,
    contract: `${file}:${name}`,
    input: {
      language: "Solidity",
      sources: Object.fromEntries(texts),
      settings: { ...rest, outputSelection },
    },
  };
}
