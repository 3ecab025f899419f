import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getAddress,
  http,
  keccak256,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EscrowChain, NEVER, person } from "../local-chain/escrow-chain.ts";
import { buildContracts, HAS_FOUNDRY } from "../local-chain/forge.ts";
import { EscrowClient, type EscrowTerms, roleNumber } from "./escrow-client.ts";
import { escrowId } from "./typed-data.ts";
import { CHAIN_RULINGS } from "./vocabulary.ts";

const [PRINCIPAL, AGENT, PLATFORM, ORACLE, RELAYER] = [
  person(30),
  person(31),
  person(32),
  person(33),
  person(34),
];
const CHARITY = getAddress("0x00000000000000000000000000000000000c4a17");

const TERMS: EscrowTerms = {
  principal: PRINCIPAL.address,
  platform: PLATFORM.address,
  oracle: ORACLE.address,
  charity: CHARITY,
  token: zeroAddress,
  agent: zeroAddress,
  bounty: 1_000n,
  minBond: 300n,
  courtFees: [20n, 50n, 100n],
  platformFeeBps: 250,
  maxAttempts: 5,
  executionSeconds: 300,
  reviewSeconds: 7_200,
  isAutonomous: false,
  restitution: true,
};

describe.skipIf(!HAS_FOUNDRY)("the escrow client (needs forge)", () => {
  let chain: EscrowChain;
  let client: EscrowClient;

  beforeAll(async () => {
    await buildContracts();
    chain = await EscrowChain.start({ isAutomining: true });
    for (const { address } of [PRINCIPAL, AGENT, PLATFORM, ORACLE, RELAYER]) {
      await chain.enrich(address);
    }
    const reader = createPublicClient({ chain: local(), transport: http(chain.url) });
    client = new EscrowClient(reader, chain.at);
  }, 120_000);
  afterAll(() => chain[Symbol.asyncDispose]());

  function local() {
    const nativeCurrency = { name: "Coin", symbol: "COIN", decimals: 18 };
    const rpcUrls = { default: { http: [chain.url] } };
    return defineChain({ id: chain.at.chainId, name: "local", nativeCurrency, rpcUrls });
  }

  function writer(account: typeof PRINCIPAL) {
    const transport = http(chain.url);
    return createWalletClient({ account, chain: local(), transport, pollingInterval: 20 });
  }

  async function posted(name: string) {
    const contractId = keccak256(toHex(name));
    const id = escrowId(PRINCIPAL.address, contractId);
    const done = await client.perform(writer(PRINCIPAL), "post", [contractId, TERMS], 1_170n);
    expect(done.ok).toBe(true);
    return id;
  }

  async function bonded(name: string) {
    const id = await posted(name);
    const approval = { id, agent: AGENT.address, expiry: NEVER };
    const signature = await client.signBondApproval(writer(PLATFORM), approval);
    const args = [id, TERMS, 300n, NEVER, signature] as const;
    expect((await client.perform(writer(AGENT), "bond", args, 300n)).ok).toBe(true);
    return id;
  }

  test("a fix that passes ends the contract and pays the exact shares", async () => {
    const id = await bonded("passes");
    expect(await client.stateOf(id, TERMS)).toMatchObject({
      phase: "investigating",
      row: "none",
      agent: AGENT.address,
      bond: 300n,
      step: 2n,
    });
    expect((await client.perform(writer(AGENT), "accept", [id])).ok).toBe(true);
    expect((await client.perform(writer(AGENT), "submitFix", [id, zeroHash])).ok).toBe(true);
    expect((await client.perform(writer(PRINCIPAL), "verify", [id, TERMS, true])).ok).toBe(true);
    expect(await client.stateOf(id, TERMS)).toMatchObject({ phase: "fulfilled", deadline: 0n });
    const shares = { principal: 170n, agent: 1_275n, platform: 25n, oracle: 0n, charity: 0n };
    expect(await client.sharesOf(id, TERMS)).toEqual(shares);
    const claim = [id, TERMS, roleNumber("platform"), PLATFORM.address] as const;
    const before = await chain.balanceOf(PLATFORM.address);
    expect((await client.perform(writer(RELAYER), "claim", claim)).ok).toBe(true);
    expect((await chain.balanceOf(PLATFORM.address)) - before).toBe(25n);
  });

  test("a refusal returns the error and its arguments, and nothing is sent", async () => {
    const id = await posted("refused");
    const refused = await client.perform(writer(AGENT), "accept", [id]);
    expect(refused).toEqual({ ok: false, refusal: { code: "WrongPhase", facts: [id, 1] } });
    const terms = { ...TERMS, platformFeeBps: 10_001 };
    const bad = await client.perform(writer(PRINCIPAL), "post", [zeroHash, terms], 1_170n);
    const facts = ["platformFeeBps", 10_001n, 0n, 10_000n];
    expect(bad).toEqual({ ok: false, refusal: { code: "OutOfBounds", facts } });
  });

  test("another account can send a signed intent, once", async () => {
    const id = await bonded("signed");
    const { step } = await client.stateOf(id, TERMS);
    const when = { step, expiry: NEVER };
    const { intent, signature } = await client.signIntent(writer(AGENT), "accept", [id], when);
    const sent = await client.perform(writer(RELAYER), "relay", [intent, signature]);
    expect(sent.ok).toBe(true);
    expect(await client.stateOf(id, TERMS)).toMatchObject({ phase: "in_progress" });
    const again = await client.perform(writer(RELAYER), "relay", [intent, signature]);
    expect(again).toMatchObject({ ok: false, refusal: { code: "StaleIntent" } });
  });

  test("an oracle rules on the open question", async () => {
    const id = await bonded("ruled");
    await client.perform(writer(AGENT), "accept", [id]);
    await client.perform(writer(AGENT), "fileDispute", [id, TERMS, zeroHash]);
    await client.perform(writer(PRINCIPAL), "respondDispute", [id, TERMS, zeroHash]);
    const { question } = await client.stateOf(id, TERMS);
    const ruling = CHAIN_RULINGS.indexOf("fulfilled");
    const args = [id, TERMS, question, ruling, zeroHash] as const;
    expect((await client.perform(writer(ORACLE), "rule", args)).ok).toBe(true);
    expect(await client.stateOf(id, TERMS)).toMatchObject({ phase: "ruled", rulings: 1n });
  });
});
