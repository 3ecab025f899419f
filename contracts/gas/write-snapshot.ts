/** `node contracts/gas/write-snapshot.ts`: writes the gas of every act to snapshot.json. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildContracts } from "../local-chain/forge.ts";
import { measureGas } from "./measure-gas.ts";

await buildContracts();
const table = await measureGas();
const file = join(import.meta.dirname, "snapshot.json");
writeFileSync(file, `${JSON.stringify(table, null, 2)}\n`);
