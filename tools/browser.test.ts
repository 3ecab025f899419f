/**
 * The kernel runs wherever the language runs. It is bundled as a web page would do it and then
 * evaluated in an empty world: no Node, no DOM, not even a console.
 */
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
let bundle: string;

beforeAll(async () => {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(ROOT, "packages/kernel/src/index.ts"),
        formats: ["iife"],
        name: "kernel",
        fileName: "kernel",
      },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !("output" in result)) throw new Error("vite gave no bundle");
  expect(result.output).toHaveLength(1);
  bundle = result.output[0].code;
});

test("the bundle asks for nothing from outside", () => {
  expect(bundle).not.toMatch(/\brequire\(|^import\b|\bimport\(|node:/m);
});

test("the kernel writes canonical JSON with nothing but the language around it", () => {
  const answer = inEmptyWorld('kernel.chainJson({ b: 1n, a: ["é", true, null] })');
  expect(answer).toBe(String.raw`{"a":["\u00e9",true,null],"b":1}`);
});

test("the empty world is empty", () => {
  const names = ["process", "Buffer", "require", "console", "TextEncoder", "crypto", "setTimeout"];
  const found = names.filter((name) => inEmptyWorld(`typeof ${name}`) !== "undefined");
  expect(found).toEqual([]);
});

function inEmptyWorld(expression: string): unknown {
  const world = createContext(Object.create(null), {
    // As under a strict content security policy.
    codeGeneration: { strings: false, wasm: false },
  });
  runInContext("delete globalThis.console;", world);
  return runInContext(`${bundle};\n${expression}`, world, { timeout: 10_000 });
}
