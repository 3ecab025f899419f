import { isFullMatrix } from "@bazaar/testkit";
import solc from "solc";
import { createPublicClient, createWalletClient, http, keccak256, toHex } from "viem";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixEscrowAbi } from "../client/abi.ts";
import { artifactOf } from "../local-chain/artifact.ts";
import { EscrowChain, person } from "../local-chain/escrow-chain.ts";
import { buildContracts, HAS_FOUNDRY } from "../local-chain/forge.ts";
import { deploy, deploymentAddress, initCode, verificationInput } from "./deployment.ts";

describe.skipIf(!HAS_FOUNDRY)("deployment (needs forge)", () => {
  let chain: EscrowChain;

  beforeAll(async () => {
    await buildContracts();
    chain = await EscrowChain.start({ isAutomining: true });
  }, 120_000);
  afterAll(() => chain[Symbol.asyncDispose]());

  test("puts the code at the computed address, once", async () => {
    const account = person(40);
    await chain.enrich(account.address);
    const transport = http(chain.url);
    const reader = createPublicClient({ transport });
    const writer = createWalletClient({ account, chain: foundry, transport });
    const first = await deploy(reader, writer);
    expect(first.address).toBe(deploymentAddress());
    expect(first.transaction).not.toBeNull();
    expect(await deploy(reader, writer)).toEqual({ ...first, transaction: null });
    const call = { address: first.address, abi: fixEscrowAbi } as const;
    expect(await reader.readContract({ ...call, functionName: "GRACE_PERIOD" })).toBe(30n);
  });

  test("the verification input is what the compiler was given", () => {
    const { compiler, input } = verificationInput();
    const { sources, settings } = artifactOf("FixEscrow").metadata;
    expect(solc.version()).toContain(compiler);
    const hashes = Object.entries(input.sources).map(([path, { content }]) => {
      return [path, { keccak256: keccak256(toHex(content)) }] as const;
    });
    expect(sources).toMatchObject(Object.fromEntries(hashes));
    expect(hashes.length).toBe(Object.keys(sources).length);
    const { outputSelection: _selection, ...given } = input.settings;
    expect(settings).toEqual({ ...given, compilationTarget: settings.compilationTarget });
  });

  // A second compilation takes ten seconds and depends on nothing but the input above.
  if (isFullMatrix()) {
    test("the verification input compiles to the same bytecode", () => {
      const { contract, input } = verificationInput();
      const [file = "", name = ""] = contract.split(":");
      const output = JSON.parse(solc.compile(JSON.stringify(input))) as Output;
      expect(`0x${output.contracts[file]?.[name]?.evm.bytecode.object}`).toBe(initCode());
    }, 180_000);
  }
});

interface Output {
  readonly contracts: Readonly<
    Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
  >;
}
