/** The gas that each act of the escrow contract uses, and how much of each limit that is. */

import { GAS_LIMITS, measureGas, sumOf } from "../contracts/gas/measure-gas.ts";
import { buildContracts } from "../contracts/local-chain/forge.ts";

export async function benchGas(): Promise<void> {
  await buildContracts();
  const table = await measureGas();
  for (const [act, gas] of Object.entries(table)) console.log(line(act, gas));
  for (const { name, acts, limit } of GAS_LIMITS) {
    const gas = sumOf(table, acts);
    const percent = ((100 * gas) / limit).toFixed(0);
    console.log(`${line(name, gas)}  ${percent} % of the limit ${limit.toLocaleString("en")}`);
  }
}

function line(name: string, gas: number): string {
  return `  ${name.padEnd(50)} ${gas.toLocaleString("en").padStart(9)}`;
}
