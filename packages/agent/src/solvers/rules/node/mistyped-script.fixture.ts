import type { Fixture } from "../test/fixture.ts";

const PACKAGE =
  '{"name": "demo", "scripts": {"build": "node -v", "test": "node -v", "lint": "node -v"}}\n';

export const fixtures: readonly Fixture[] = [
  {
    when: "npm run is given a slip",
    files: { "package.json": PACKAGE },
    command: "npm run biuld",
    shows: 'Missing script: "biuld"',
    needs: ["npm", "node"],
  },
  {
    when: "run is left out",
    files: { "package.json": PACKAGE },
    command: "npm lint",
    shows: 'Unknown command: "lint"',
    needs: ["npm", "node"],
  },
  {
    when: "npm test is mistyped",
    files: { "package.json": PACKAGE },
    command: "npm tset",
    shows: 'Unknown command: "tset"',
    needs: ["npm", "node"],
  },
];
