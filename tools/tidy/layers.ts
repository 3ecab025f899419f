/**
 * Who may import whom. Arrows point down only and adapters never import each other. Tests, evals,
 * tools and bench may import anything; apps anything that ships. The testkit does not ship: toy
 * keys and made-up money serve tests, and the tools and benches that simulate or demonstrate.
 */
import { dirname, join } from "node:path/posix";
import { isTest, type Rule } from "./rules.ts";
import { importedModules } from "./source.ts";

interface Layer {
  /** Names of ours, without the scope; `market` stands for all of it, `market/ports` for its ports. */
  readonly ours: readonly string[];
  /** Modules from outside. `any` leaves the choice to the package's own dependencies. */
  readonly outside: "any" | readonly string[];
}

const ADAPTER = ["kernel", "market/ports"];
const BELOW_CLIENT = ["kernel", "keys", "work", "guard", "doors", "rails"];

const LAYERS: Readonly<Record<string, Layer>> = {
  kernel: { ours: [], outside: ["@noble/hashes", "@noble/curves", "re2js"] },
  terminal: { ours: ["kernel"], outside: "any" },
  // Key files and addresses of models come from a person, who is told what is wrong with them.
  keys: { ours: ["kernel", "terminal"], outside: "any" },
  work: { ours: ["kernel", "terminal"], outside: "any" },
  market: { ours: ["kernel", "work"], outside: [] },
  store: { ours: ADAPTER, outside: "any" },
  rails: { ours: ADAPTER, outside: "any" },
  doors: { ours: ADAPTER, outside: "any" },
  // The court runs a check again, and the guard is the sandbox that checks run in.
  judges: { ours: [...ADAPTER, "work"], outside: "any" },
  guard: { ours: [...ADAPTER, "work"], outside: "any" },
  client: { ours: BELOW_CLIENT, outside: "any" },
  agent: { ours: [...BELOW_CLIENT, "client", "terminal"], outside: "any" },
  testkit: {
    ours: ["kernel", "market"],
    // `program.ts` finds programs on the machine.
    outside: ["vitest", "fast-check", "node:fs", "node:path"],
  },
};

export const layers: Rule = (path, text) => {
  if (!path.endsWith(".ts")) return [];
  const modules = importedModules(text);
  const [root, name] = path.split("/");
  if (root !== "packages" || name === undefined) return isTest(path) ? [] : hidden(path, modules);
  if (isTest(path) || isEval(path)) return [];

  const layer = LAYERS[name];
  if (layer === undefined) return [`packages/${name} has no layer: add it to tools/tidy/layers.ts`];
  return modules.flatMap((module) => {
    if (module.startsWith(".")) return escapes(path, module, name);
    if (module.startsWith("@bazaar/")) {
      const ours = module.slice("@bazaar/".length);
      return isUnder(ours, layer.ours)
        ? []
        : [
            `imports ${module}: ${name} may import ${list(layer.ours)} of ours; turn the arrow round`,
          ];
    }
    return layer.outside === "any" || isUnder(module, layer.outside)
      ? []
      : [`imports ${module}: ${name} may use ${list(layer.outside)}; put the rest behind a port`];
  });
};

/** Evals and suites use a package from outside, as tests do. */
function isEval(path: string): boolean {
  return /^packages\/[^/]+\/(?:evals|suites)\//.test(path);
}

function hidden(path: string, modules: readonly string[]): string[] {
  if (!path.startsWith("apps/")) return [];
  return modules
    .filter((module) => isUnder(module, ["@bazaar/testkit"]))
    .map(
      (module) => `imports ${module}: the testkit is for tests, tools and bench; it does not ship`,
    );
}

function escapes(path: string, module: string, name: string): string[] {
  const target = join(dirname(path), module);
  return target.startsWith(`packages/${name}/`)
    ? []
    : [`imports ${module}, which is outside its package: import it by its @bazaar name`];
}

function isUnder(module: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => module === name || module.startsWith(`${name}/`));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
