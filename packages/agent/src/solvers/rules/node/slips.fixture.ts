import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "javascript-name",
    when: "a constant is used",
    files: { "app.js": "const config = { port: 8080 };\nconsole.log(confg.port);\n" },
    command: "node app.js",
    shows: "confg is not defined",
    needs: ["node"],
  },
  {
    rule: "javascript-name",
    when: "a global object is misspelt",
    files: { "app.js": 'consle.log("ready");\n' },
    command: "node app.js",
    shows: "consle is not defined",
    needs: ["node"],
  },
  {
    rule: "javascript-member",
    when: "a list is gone through",
    files: { "app.js": "[1, 2].foreach((one) => console.log(one));\n" },
    command: "node app.js",
    shows: "foreach is not a function",
    needs: ["node"],
  },
  {
    rule: "javascript-export",
    when: "a module imports it",
    files: {
      "load.mjs": "export const readAll = () => 1;\n",
      "app.mjs": 'import { raedAll } from "./load.mjs";\nconsole.log(raedAll());\n',
    },
    command: "node app.mjs",
    shows: "does not provide an export named",
    needs: ["node"],
  },
  {
    rule: "typescript-suggestion",
    when: "tsc names the property",
    files: {
      "src/cart.ts": "export const count = (lines: string[]) => lines.lenght;\n",
      tsc: "#!/bin/sh\ngrep -q lenght src/cart.ts || exit 0\necho \"src/cart.ts(1,48): error TS2551: Property 'lenght' does not exist on type 'string[]'. Did you mean 'length'?\"\nexit 2\n",
    },
    command: "sh tsc -p .",
    shows: "Did you mean 'length'?",
  },
  {
    rule: "javascript-length",
    when: "a test finds NaN",
    files: {
      "mean.js": "exports.mean = (list) => list.reduce((a, b) => a + b, 0) / list.lenght;\n",
      "mean.test.js":
        'const test = require("node:test");\nconst assert = require("node:assert");\nconst { mean } = require("./mean.js");\n\ntest("mean", () => assert.equal(mean([2, 4]), 3));\n',
    },
    command: "node --test",
    shows: "NaN",
    needs: ["node"],
  },
];
