/** What `npm run simulate` is asked to do. */
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { PLANTS } from "./plants.ts";
import { isStoreName, STORES, type StoreName } from "./stores.ts";

export interface Options {
  readonly seed: number;
  readonly contracts: number;
  readonly signatures: "toy" | "real";
  readonly store: StoreName;
  readonly workers: number;
  readonly plant: string | null;
  /** Only this world, to see it again. */
  readonly world: number | null;
}

export const USAGE = `npm run simulate -- [options]
  --seed N             where the dice start (1)
  --contracts N        at least so many, in worlds of twenty (10000)
  --signatures toy|real  checksums, or Ed25519 (toy)
  --store ${Object.keys(STORES).join("|")}  (memory)
  --workers N          threads (one for each core)
  --world N            only this world of the seed
  --plant NAME         with a bug put in on purpose: ${PLANTS.map(({ name }) => `\n      "${name}"`).join("")}`;

/** The options, or what is wrong with them in one sentence. */
export function readOptions(args: readonly string[]): Options | string {
  const values = valuesOf(args);
  if (typeof values === "string") return values;
  const { signatures = "toy", store = "memory", plant = null } = values;
  if (signatures !== "toy" && signatures !== "real") return "--signatures takes toy or real";
  if (!isStoreName(store)) return `--store takes ${Object.keys(STORES).join(" or ")}`;
  if (plant !== null && !PLANTS.some(({ name }) => name === plant)) return "there is no such plant";
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
