import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a bundle is hashed with md4",
    files: {
      "bundle.js": 'require("node:crypto").createHash("md4").update("bundle").digest("hex");\n',
    },
    command: "node bundle.js",
    shows: "digital envelope routines::unsupported",
    needs: ["node"],
  },
];
