/** `node contracts/gas/write-snapshot.ts`: keeps what every act costs, for a test to compare. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildContracts } from "../local-chain/forge.ts";
import { measureGas } from "./measure-gas.ts";

await buildContracts();
const table = await measureGas();
const file = join(import.meta.dirname, "snapshot.json");
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
