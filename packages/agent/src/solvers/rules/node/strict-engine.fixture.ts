import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "engine-strict is set",
    files: {
      ".npmrc": "engine-strict=true\n",
      "package.json": '{"name": "demo", "engines": {"node": ">=99"}}\n',
    },
    command: "npm install --no-audit --no-fund",
    shows: "EBADENGINE",
    needs: ["npm", "node"],
  },
];
