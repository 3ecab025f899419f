import { defineConfig } from "vitest/config";

/** Time-sensitive files: they watch clocks, processes or load, and run one after another. */
const SEQUENTIAL = [
  "packages/guard/{suites,test}/**/*.test.ts",
  "packages/guard/src/{jail,sandbox,investigate}/**/*.test.ts",
  "apps/**/*.e2e.test.ts",
  "apps/cli/src/shell/**/*.test.ts",
  "tools/{simulate,soak}/**/*.test.ts",
];
const ALL = ["{packages,apps,tools,bench,contracts}/**/*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    // Tests start the bundle of fix: it must be as new as the sources.
    globalSetup: "apps/cli/test/build.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "parallel",
          include: ALL,
          exclude: ["**/node_modules/**", ...SEQUENTIAL],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "sequential",
          include: SEQUENTIAL,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/index.ts"],
      reporter: ["text-summary", "json-summary"],
    },
  },
});
