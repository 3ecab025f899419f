import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "an option is mistyped",
    files: { "app.js": "console.log('up');\n" },
    command: "node --no-warning app.js",
    shows: "bad option: --no-warning",
    needs: ["node"],
  },
  {
    when: "a feature has grown up",
    files: { "app.js": "console.log('up');\n" },
    command: "node --harmony-class-fields app.js",
    shows: "bad option: --harmony-class-fields",
    needs: ["node"],
  },
];
