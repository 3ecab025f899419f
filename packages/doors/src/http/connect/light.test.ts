import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** Prints the packages that loading the client resolves. */
const PROGRAM = `
import { registerHooks } from "node:module";
const seen = new Set();
registerHooks({
  resolve(name, context, next) {
    if (!/^(?:\\.|node:|file:)/.test(name)) seen.add(name.split("/").slice(0, 2).join("/"));
    return next(name, context);
  },
});
await import("./index.ts");
console.log(JSON.stringify([...seen].sort()));
`;

test("the client loads the kernel, its dependencies and nothing of the server", () => {
  const args = ["--input-type=module", "--eval", PROGRAM];
  const said = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  const kernel = ["@bazaar/kernel", "@noble/hashes", "@scure/base", "re2js"];
  expect(JSON.parse(said)).toEqual(kernel);
});
