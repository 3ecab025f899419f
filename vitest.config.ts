import { defineConfig } from "vitest/config";

/**
 * Files that run one after another: their commands take disk space, shared memory and processes up
 * to a limit that is measured over the whole machine, or change what every sandbox shows of it.
 */
const SEQUENTIAL = [
  "packages/guard/suites/{investigate,places,view}/**/*.test.ts",
  "packages/guard/suites/sandbox/hostile.test.ts",
  "packages/guard/src/investigate/{investigate,run-read-only}.test.ts",
  "packages/guard/src/sandbox/*.test.ts",
  "packages/agent/src/provider/{command-worker,embedded/embedded-worker}.test.ts",
  "apps/server/test/check-sandbox.test.ts",
  "tools/soak/**/*.test.ts",
];
/**
 * Packages whose code keeps nothing between two calls. Their files share a worker: to load the
 * modules again for each file takes longer than most of these tests.
 */
const STATELESS = [
  "packages/{doors,judges,kernel,keys,market,rails,store,terminal,work}/**/*.test.ts",
];
const ALL = ["{packages,apps,tools,bench,contracts}/**/*.test.ts"];

export default defineConfig({
  test: {
    // These limits are for what hangs, not for speed: on a busy machine everything takes many times
    // as long. Hooks start servers too.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // Tests start the bundle of fix: it must be as new as the sources.
    globalSetup: "apps/cli/test/build.ts",
    projects: [
      {
        extends: true,
        test: {
          name: "parallel",
          include: ALL,
          exclude: ["**/node_modules/**", ...SEQUENTIAL, ...STATELESS],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "stateless",
          include: STATELESS,
          isolate: false,
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
