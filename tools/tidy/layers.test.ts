import { describe, expect, test } from "vitest";
import { layers } from "./layers.ts";

describe("imports that are refused", () => {
  test.each([
    ["packages/kernel/src/a.ts", "hono"],
    ["packages/kernel/src/a.ts", "node:crypto"],
    ["packages/kernel/src/a.ts", "@bazaar/market"],
    ["packages/keys/src/a.ts", "@bazaar/market"],
    ["packages/work/src/a.ts", "@bazaar/market/ports"],
    ["packages/market/src/a.ts", "@bazaar/store/memory"],
    ["packages/market/src/a.ts", "hono"],
    ["packages/store/src/a.ts", "@bazaar/market"],
    ["packages/store/src/a.ts", "@bazaar/rails/ledger"],
    ["packages/rails/src/a.ts", "@bazaar/store"],
    ["packages/doors/src/a.ts", "@bazaar/market/record-act"],
    ["packages/guard/src/a.ts", "@bazaar/doors/http"],
    ["packages/doors/src/chat/a.ts", "../http/refused.ts"],
    ["packages/doors/src/listen/a.ts", "../http/refused.ts"],
    ["packages/client/src/a.ts", "@bazaar/doors/http/connect"],
    ["packages/agent/src/a.ts", "@bazaar/doors/http"],
    ["packages/client/src/a.ts", "@bazaar/market"],
    ["packages/client/src/a.ts", "@bazaar/market/ports"],
    ["packages/client/src/a.ts", "@bazaar/agent"],
    ["packages/agent/src/a.ts", "@bazaar/store"],
    ["packages/store/src/a.ts", "@bazaar/testkit"],
    ["packages/testkit/src/a.ts", "@bazaar/store"],
    ["packages/testkit/src/a.ts", "hono"],
    ["apps/server/src/a.ts", "@bazaar/testkit"],
    ["packages/store/src/a.ts", "../../market/src/record-act.ts"],
    ["packages/unknown/src/a.ts", "zod"],
  ])("%s must not import %s", (path, module) => {
    expect(layers(path, importing(module))).toHaveLength(1);
  });

  test("types, re-exports and dynamic imports count too", () => {
    const path = "packages/kernel/src/a.ts";
    expect(layers(path, 'import type { A } from "hono";')).toHaveLength(1);
    expect(layers(path, 'export { a } from "hono";')).toHaveLength(1);
    expect(layers(path, 'const a = import("hono");')).toHaveLength(1);
    expect(layers(path, 'let a: import("hono").Hono;')).toHaveLength(1);
  });
});

describe("imports that are allowed", () => {
  test.each([
    ["packages/kernel/src/a.ts", "@noble/hashes/sha2.js"],
    ["packages/kernel/src/a.ts", "re2js"],
    ["packages/kernel/src/a.ts", "./court/draw.ts"],
    ["packages/kernel/src/a.test.ts", "node:fs"],
    ["packages/keys/src/a.ts", "node:crypto"],
    ["packages/market/src/a.ts", "@bazaar/work"],
    ["packages/market/src/a.test.ts", "@bazaar/store/memory"],
    ["packages/store/src/a.ts", "@bazaar/market/ports"],
    ["packages/store/src/a.ts", "node:sqlite"],
    ["packages/guard/src/a.ts", "@bazaar/work"],
    ["packages/client/src/a.ts", "@bazaar/doors/connection"],
    ["packages/doors/src/chat/a.ts", "../listen/mount.ts"],
    ["packages/doors/src/http/acts/a.ts", "../refused.ts"],
    ["packages/agent/src/a.ts", "@bazaar/client"],
    ["packages/testkit/src/a.ts", "fast-check"],
    ["packages/testkit/src/a.ts", "@bazaar/market"],
    ["packages/store/src/a.test.ts", "@bazaar/testkit"],
    ["packages/judges/evals/main.ts", "@bazaar/testkit"],
    ["packages/guard/suites/sandbox/hostile.entry.ts", "@bazaar/testkit/sample"],
    ["tools/demo/main.ts", "@bazaar/testkit"],
    ["bench/kernel.ts", "@bazaar/testkit"],
    ["apps/server/src/a.ts", "@bazaar/store"],
    ["apps/server/test/a.e2e.test.ts", "@bazaar/testkit"],
  ])("%s may import %s", (path, module) => {
    expect(layers(path, importing(module))).toEqual([]);
  });
});

function importing(module: string): string {
  return `import { a } from "${module}";`;
}
