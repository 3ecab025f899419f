/**
 * `node contracts/script/deploy.ts`: deploys FixEscrow, by default to IOTA EVM (chain 8822).
 *
 * The deployer's private key is read from BAZAAR_DEPLOYER_KEY. Without it, only the address is
 * printed and nothing is sent.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createPublicClient, createWalletClient, http, isHex } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { iota } from "viem/chains";
import { buildContracts } from "../local-chain/forge.ts";
import { deploy, deploymentAddress, verificationInput } from "./deployment.ts";

const { values: options } = parseArgs({
  options: {
    /** URL of another chain's node. */
    rpc: { type: "string" },
    /** File for the input that block explorers need to verify the code. */
    verification: { type: "string" },
  },
});

await buildContracts();
console.log(`FixEscrow address: ${deploymentAddress()}`);
if (options.verification !== undefined) {
  const { compiler, contract, input } = verificationInput();
  writeFileSync(options.verification, `${JSON.stringify(input, null, 2)}\n`);
  console.log(`${options.verification}: ${contract}, compiler v${compiler}, standard JSON input`);
}

const key = process.env.BAZAAR_DEPLOYER_KEY;
if (key === undefined) {
  console.log("BAZAAR_DEPLOYER_KEY is not set; nothing was sent");
} else {
  if (!isHex(key)) throw new Error("BAZAAR_DEPLOYER_KEY is not a hex key (0x…)");
  const transport = http(options.rpc ?? iota.rpcUrls.default.http[0]);
  const reader = createPublicClient({ transport });
  const chain = { ...iota, id: await reader.getChainId() };
  const account = privateKeyToAccount(key);
  const writer = createWalletClient({ account, chain, transport });
  const { address, transaction } = await deploy(reader, writer);
  const how = transaction === null ? "already deployed" : `deployed by ${transaction}`;
  console.log(`${address} on chain ${chain.id}: ${how}`);
}
