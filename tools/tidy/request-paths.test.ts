import { expect, test } from "vitest";
import { noRequestPaths } from "./request-paths.ts";

const problem = "names the path /contracts: ask the connection";

test.each([
  ["packages/agent/src/a.ts", 'fetch("/contracts")'],
  ["packages/client/src/a.ts", "{url}/contracts/{id}`"],
  ["apps/cli/src/a.ts", "const path = '/contracts/stream'"],
])("in %s %s is a problem", (path, text) => {
  expect(noRequestPaths(path, text)).toEqual([problem]);
});

test.each([
  ["packages/doors/src/http/reads/a.ts", 'path: "/contracts"'],
  ["packages/kernel/src/transcript/origin/a.ts", 'path: "/contracts"'],
  ["packages/agent/src/a.test.ts", 'fetch("/contracts")'],
  ["tools/soak/a.ts", 'fetch("/contracts")'],
  ["apps/cli/src/a.ts", 'import { a } from "../contracts/a.ts"'],
  ["apps/cli/src/a.ts", 'const folder = "/contractsx"'],
])("in %s %s is fine", (path, text) => {
  expect(noRequestPaths(path, text)).toEqual([]);
});
