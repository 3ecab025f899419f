/**
 * `node contracts/script/deploy.ts`: puts FixEscrow on a chain, or says where it would be.
 *
 * Without options it means IOTA EVM (chain 8822). The key of whoever pays is read from
 * BAZAAR_DEPLOYER_KEY; without one nothing is sent.
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
    /** Another chain's node; its id is asked of it. */
    rpc: { type: "string" },
    /** Where to write what an explorer needs for verification. */
    verification: { type: "string" },
  },
});

await buildContracts();
console.log(`FixEscrow belongs at ${deploymentAddress()}`);
if (options.verification !== undefined) {
  const { compiler, contract, input } = verificationInput();
  writeFileSync(options.verification, `${JSON.stringify(input, null, 2)}\n`);
  console.log(`${options.verification}: ${contract}, compiler v${compiler}, standard JSON input`);
}

const key = process.env.BAZAAR_DEPLOYER_KEY;
if (key === undefined) {
  console.log("nothing was sent: BAZAAR_DEPLOYER_KEY is not set");
} else {
  if (!isHex(key)) throw new Error("BAZAAR_DEPLOYER_KEY is no key in hex");
  const transport = http(options.rpc ?? iota.rpcUrls.default.http[0]);
  const reader = createPublicClient({ transport });
  const chain = { ...iota, id: await reader.getChainId() };
  const account = privateKeyToAccount(key);
  const writer = createWalletClient({ account, chain, transport });
  const { address, transaction } = await deploy(reader, writer);
  const how = transaction === null ? "was there already" : `deployed by ${transaction}`;
  console.log(`${address} on chain ${chain.id}: ${how}`);
}
