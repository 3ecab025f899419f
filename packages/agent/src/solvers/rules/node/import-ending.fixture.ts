import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "./prices is imported instead of ./prices.js",
    files: {
      "package.json": '{"name": "demo", "type": "module"}\n',
      "app.js": 'import { price } from "./prices";\nconsole.log(price);\n',
      "prices.js": "export const price = 3;\n",
    },
    command: "node app.js",
    shows: 'Did you mean to import "./prices.js"?',
    needs: ["node"],
  },
  {
    when: "an older Node proposes nothing",
    files: {
      "src/index.js": 'import { show } from "./lib/money";\nconsole.log(show(3));\n',
      "src/lib/money.js": "export const show = (cents) => cents;\n",
      "package.json": '{"name": "till", "type": "module"}\n',
      "bin/node":
        "#!/bin/sh\nif [ -f src/lib/money.js ] && grep -q '\"./lib/money\"' src/index.js; then\n  echo \"Error [ERR_MODULE_NOT_FOUND]: Cannot find module '$PWD/src/lib/money' imported from $PWD/src/index.js\" >&2\n  exit 1\nfi\n",
    },
    setup: "chmod +x bin/node",
    around: 'PATH="$PWD/bin:$PATH"',
    command: "node src/index.js",
    shows: "ERR_MODULE_NOT_FOUND",
  },
];
