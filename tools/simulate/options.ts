/** The options of `npm run simulate`. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { ABSENCE_PLANTS } from "./absence-plants.ts";
import { PLANTS, plantNamed } from "./plants.ts";
import { isStoreName, STORES, type StoreName } from "./stores.ts";

export interface Options {
  readonly seed: number;
  readonly contracts: number;
  readonly signatures: "toy" | "real";
  readonly store: StoreName;
  readonly workers: number;
  readonly plant: string | null;
  /** Only this world, to reproduce a failure. */
  readonly world: number | null;
}

export const USAGE = `npm run simulate -- [options]
  --seed N             random seed (1)
  --contracts N        minimum number of contracts, 20 per world (10000)
  --signatures toy|real  toy: checksums; real: Ed25519 (toy)
  --store ${Object.keys(STORES).join("|")}  (memory)
  --workers N          threads (one per core)
  --world N            only this world of the seed
  --plant NAME         with a planted bug: ${[...PLANTS, ...ABSENCE_PLANTS].map(({ name }) => `\n      "${name}"`).join("")}`;

/** The options, or an error message. */
export function readOptions(args: readonly string[]): Options | string {
  const values = valuesOf(args);
  if (typeof values === "string") return values;
  const { signatures = "toy", store = "memory", plant = null } = values;
  if (signatures !== "toy" && signatures !== "real") return "--signatures takes toy or real";
  if (!isStoreName(store)) return `--store takes ${Object.keys(STORES).join(" or ")}`;
  if (plant !== null && plantNamed(plant) === null) return "unknown planted bug: see --help";
  const numbers = { seed: values.seed ?? "1", contracts: values.contracts ?? "10000" };
  const workers = values.workers ?? String(availableParallelism());
  for (const [name, text] of Object.entries({ ...numbers, workers, world: values.world ?? "0" })) {
    if (!/^[0-9]{1,9}$/.test(text)) return `--${name} takes a whole number, not ${text}`;
  }
  if (Number(numbers.contracts) === 0) return "--contracts takes at least 1";
  return {
    seed: Number(numbers.seed),
    contracts: Number(numbers.contracts),
    workers: Number(workers),
    world: values.world === undefined ? null : Number(values.world),
    signatures,
    store,
    plant,
  };
}

function valuesOf(args: readonly string[]): Partial<Record<keyof Options, string>> | string {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...args],
      options: {
        seed: text,
        contracts: text,
        signatures: text,
        store: text,
        workers: text,
        plant: text,
        world: text,
      },
    }).values;
  } catch (error) {
    if (error instanceof TypeError) return error.message;
    throw error;
  }
}
