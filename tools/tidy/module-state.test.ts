import { describe, expect, test } from "vitest";
import { noModuleState } from "./module-state.ts";

const KERNEL = "packages/kernel/src/court/draw.ts";

describe("the kernel may not declare", () => {
  test.each([
    "let last = null;",
    "export let last = null;",
    "var last;",
    "const seen = new Map<string, number>();",
    "const seen: Map<string, number> = new Map();",
    "export const seen = new Set<string>();",
    "const kept = new Array<string>(256).fill(0) as string[];",
    "const kept = Array.from({ length: 9 });",
    "const orders = [];",
    'const names = ["a"];',
    "const counts: number[] = [];",
    "const texts: Record<string, string> = {};",
    "const texts: Partial<Record<string, string>> = {};",
    "const limits = { most: 9 };",
    "const limits = { most: 9 } satisfies Limits;",
    "const state: { count: number } = { count: 0 };",
    "const counter = new Counter();",
    "const words = /a/g;",
    "const token = /a/y;",
    "function f(texts: WeakMap<object, string>) { return texts; }",
    "function f() { return new WeakRef({}); }",
  ])("%s", (text) => {
    expect(noModuleState(KERNEL, text)).toHaveLength(1);
  });
});

describe("the kernel may declare", () => {
  test.each([
    "const MAX = 9;",
    'const NAME = "a";',
    "const FORM = /^a$/u;",
    'const NAMES = ["a"] as const;',
    'export const RULES = { a: "b" } as const satisfies Record<string, string>;',
    "const NAMES = Object.keys(RULES) as readonly Name[];",
    "const SEEN: ReadonlyMap<string, number> = new Map();",
    'const NAMES: ReadonlySet<string> = new Set(["a"]);',
    'const NAMES: readonly string[] = ["a"];',
    "const ROWS: Readonly<Record<Row, Side>> = { a: b };",
    "const TABLE: { readonly [name: string]: Row } = { a: b };",
    "const XNO: Asset = { code: a, decimals: 30 };",
    "const verify: Verify = () => true;",
    "function f() { let at = 0; const list = []; return new Map(list); }",
    "class Parser { at = 0; readonly #token = /a/y; }",
  ])("%s", (text) => {
    expect(noModuleState(KERNEL, text)).toEqual([]);
  });
});

test("other packages and tests are not held to it", () => {
  const text = "let last = new WeakMap();";
  expect(noModuleState("packages/market/src/record-act.ts", text)).toEqual([]);
  expect(noModuleState("packages/kernel/src/court/draw.test.ts", text)).toEqual([]);
});
