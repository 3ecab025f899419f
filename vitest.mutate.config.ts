import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const PACKAGES = join(import.meta.dirname, "packages");

/**
 * The tests that hold the money tables and the courts: what mutation testing runs again and again.
 *
 * Stryker mutates a copy of the tree, in which `node_modules` is a link to the real one. There
 * `@bazaar/kernel` is the code without mutants, and most tests reach the kernel through the testkit.
 * So the names of our packages lead to the copy.
 */
export default defineConfig({
  resolve: { alias: readdirSync(PACKAGES).flatMap(aliasesOf) },
  test: {
    // A story told while a file is collected makes all that it touches static: such mutants meet
    // every test here, not only those that reach them. The courts' own tests tell theirs in tests.
    include: [
      "packages/kernel/src/settlement/*.test.ts",
      "packages/kernel/src/court/**/*.test.ts",
      "packages/kernel/src/contract/{payouts,parse-terms,money-page}.test.ts",
    ],
    // Random runs are slow, and what only they notice is noticed by chance.
    exclude: ["packages/kernel/src/court/**/*.property.test.ts"],
    // A test that is slow on a busy machine must not count as one that noticed a mutant.
    testTimeout: 180_000,
  },
});

function aliasesOf(folder: string): { find: RegExp; replacement: string }[] {
  const home = join(PACKAGES, folder);
  const { name, exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return Object.entries<string>(exports ?? {}).map(([path, file]) => ({
    find: new RegExp(`^${name}${path.slice(1)}$`),
    replacement: join(home, file),
  }));
}
