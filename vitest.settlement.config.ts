import { defineConfig } from "vitest/config";

/** The tests that hold the money tables: what mutation testing runs again and again. */
export default defineConfig({
  test: {
    include: [
      "packages/kernel/src/settlement/*.test.ts",
      "packages/kernel/src/court/answers.test.ts",
    ],
  },
});
