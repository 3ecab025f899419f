/**
 * Which package may import which. Adapters never import each other. Tests, suites, evals, tools and
 * bench may import anything. Apps may import everything but the testkit, whose keys and money are
 * not real.
 */
import { dirname, join } from "node:path/posix";
import { isTest, type Rule } from "./rules.ts";
import { importedModules } from "./source.ts";

interface Layer {
  /** Our packages, without the scope; `market` is all of it, `market/ports` only its ports. */
  readonly ours: readonly string[];
  /** Other modules; `any` allows every dependency of the package. */
  readonly outside: "any" | readonly string[];
}

const ADAPTER = ["kernel", "market/ports"];
/** Of doors only the connection that all of them offer: an app chooses which one carries it. */
const BELOW_CLIENT = ["kernel", "keys", "work", "guard", "doors/connection", "rails"];

/** Rooms of the doors that belong to none of them: they know no dialect. */
const SHARED_BY_DOORS = ["listen", "connection"];

const LAYERS: Readonly<Record<string, Layer>> = {
  kernel: { ours: [], outside: ["@noble/hashes", "@noble/curves", "@scure/base", "re2js"] },
  terminal: { ours: ["kernel"], outside: "any" },
  // Both print errors about key files and model addresses to a person.
  keys: { ours: ["kernel", "terminal"], outside: "any" },
  work: { ours: ["kernel", "terminal"], outside: "any" },
  market: { ours: ["kernel", "work"], outside: ["lru-cache"] },
  store: { ours: ADAPTER, outside: "any" },
  rails: { ours: ADAPTER, outside: "any" },
  doors: { ours: ADAPTER, outside: "any" },
  // Courts run checks again, in the guard's sandbox.
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
  if (root !== "packages" || name === undefined)
    return isTest(path) ? [] : testkitInApps(path, modules);
  if (isTest(path) || isSuiteOrEval(path)) return [];

  const layer = LAYERS[name];
  if (layer === undefined) return [`packages/${name} has no layer: add it to tools/tidy/layers.ts`];
  return modules.flatMap((module) => {
    if (module.startsWith(".")) return outsideOf(path, module, name);
    if (module.startsWith("@bazaar/")) {
      const ours = module.slice("@bazaar/".length);
      return isUnder(ours, layer.ours)
        ? []
        : [`imports ${module}: of our packages, ${name} may import ${list(layer.ours)}`];
    }
    return layer.outside === "any" || isUnder(module, layer.outside)
      ? []
      : [`imports ${module}: ${name} may use ${list(layer.outside)}; put it behind a port`];
  });
};

/** Suites and evals check a package from outside, as tests do. */
function isSuiteOrEval(path: string): boolean {
  return /^packages\/[^/]+\/(?:suites|evals)\//.test(path);
}

function testkitInApps(path: string, modules: readonly string[]): string[] {
  if (!path.startsWith("apps/")) return [];
  return modules
    .filter((module) => isUnder(module, ["@bazaar/testkit"]))
    .map((module) => `imports ${module}: the testkit is for tests, tools and bench only`);
}

function outsideOf(path: string, module: string, name: string): string[] {
  const target = join(dirname(path), module);
  if (!target.startsWith(`packages/${name}/`)) {
    return [`imports ${module} from another package: import it by its @bazaar name`];
  }
  const [from, to] = [roomOf(path), roomOf(target)];
  if (name !== "doors" || from === to || SHARED_BY_DOORS.includes(to)) return [];
  return [`imports ${module}: a door may import ${list(SHARED_BY_DOORS)}, not another door`];
}

/** `packages/doors/src/http/serve.ts` is in `http`. */
function roomOf(path: string): string {
  return path.split("/")[3] ?? "";
}

function isUnder(module: string, allowed: readonly string[]): boolean {
  return allowed.some((name) => module === name || module.startsWith(`${name}/`));
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
