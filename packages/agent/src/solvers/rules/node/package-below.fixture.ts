import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "the frontend is in a subdirectory",
    files: { "frontend/package.json": '{"name": "demo", "scripts": {"test": "node -v"}}\n' },
    command: "npm test",
    shows: "Could not read package.json",
    needs: ["npm", "node"],
  },
];
