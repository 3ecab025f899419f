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
];
