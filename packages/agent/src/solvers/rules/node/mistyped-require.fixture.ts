import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a file beside it is mistyped",
    files: {
      "lib/app.js": 'const { price } = require("./prcies");\nconsole.log(price);\n',
      "lib/prices.js": "exports.price = 3;\n",
    },
    command: "node lib/app.js",
    shows: "Cannot find module './prcies'",
    needs: ["node"],
  },
  {
    when: "a module is mistyped",
    files: {
      "app.mjs": 'import { price } from "./prcies.mjs";\nconsole.log(price);\n',
      "prices.mjs": "export const price = 3;\n",
    },
    command: "node app.mjs",
    shows: "prcies.mjs' imported from",
    needs: ["node"],
  },
  {
    when: "only the beginning of its name is given",
    files: {
      "app.js": 'const { greet } = require("./lib/greet");\nconsole.log(greet());\n',
      "lib/greeting.js": 'exports.greet = () => "hello";\n',
      "lib/prices.js": "exports.price = 3;\n",
    },
    command: "node app.js",
    shows: "Cannot find module './lib/greet'",
    needs: ["node"],
  },
];
