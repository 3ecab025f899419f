import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a checker of the project is called by its bare name",
    files: { "node_modules/checker/cli.js": "#!/usr/bin/env node\nconsole.log('checked');\n" },
    setup:
      "chmod +x node_modules/checker/cli.js && mkdir node_modules/.bin && ln -s ../checker/cli.js node_modules/.bin/demo-checker",
    command: "demo-checker --all",
    shows: "demo-checker: command not found",
    needs: ["node"],
  },
];
