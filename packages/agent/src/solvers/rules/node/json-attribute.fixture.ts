import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "settings are imported",
    files: {
      "settings.json": '{"port": 8080}\n',
      "main.mjs": 'import settings from "./settings.json";\nconsole.log(settings.port);\n',
    },
    command: "node main.mjs",
    shows: "needs an import a",
    needs: ["node"],
  },
];
