import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a script became a module",
    files: { "where.mjs": "console.log(__dirname);\n" },
    command: "node where.mjs",
    shows: "__dirname is not defined in ES module scope",
    needs: ["node"],
  },
];
