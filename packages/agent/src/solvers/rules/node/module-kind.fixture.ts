import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "import is used in a CommonJS project",
    files: {
      "package.json": '{"name": "demo", "type": "commonjs"}\n',
      "app.js": 'import { sep } from "node:path";\nconsole.log(sep);\n',
    },
    command: "node app.js",
    shows: "Cannot use import statement outside a module",
    needs: ["node"],
  },
  {
    when: "require is used in a project of modules",
    files: {
      "package.json": '{"name": "demo", "type": "module"}\n',
      "app.js": 'const { sep } = require("node:path");\nconsole.log(sep);\n',
    },
    command: "node app.js",
    shows: "require is not defined in ES module scope",
    needs: ["node"],
  },
  {
    when: "npm starts it",
    files: {
      "package.json": '{"name": "demo", "type": "commonjs", "scripts": {"start": "node app.js"}}\n',
      "app.js": 'import { sep } from "node:path";\nconsole.log(sep);\n',
    },
    command: "npm start",
    shows: "Cannot use import statement outside a module",
    needs: ["node", "npm"],
  },
];
