import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a project was never installed",
    files: {
      "package.json": '{"name": "demo", "dependencies": {"demo-prices": "file:prices"}}\n',
      "prices/package.json": '{"name": "demo-prices", "version": "1.0.0"}\n',
    },
    command: "npm ci --no-audit --no-fund",
    shows: "can only install with an existing package-lock.json",
    needs: ["npm", "node"],
  },
];
