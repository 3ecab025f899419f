import type { Fixture } from "../test/fixture.ts";

function project(scripts: string, more = ""): Record<string, string> {
  return {
    "package.json": `{\n  "name": "x",\n  "version": "1.0.0"${more},\n  "scripts": ${scripts}\n}\n`,
  };
}

export const fixtures: readonly Fixture[] = [
  {
    rule: "npm-script-tool",
    when: "nothing was installed yet",
    files: project('{ "test": "vitest run" }', ',\n  "devDependencies": { "vitest": "^3" }'),
    command: "npm test",
    shows: "vitest: not found",
    hints: "npm install",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-missing-script",
    when: "another one is meant",
    files: project('{ "serve": "node -v" }'),
    command: "npm start",
    shows: "Missing script",
    hints: "package.json has no script start; it has serve.",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-not-built",
    when: "it starts what the build makes",
    files: {
      ...project(
        '{ "start": "node dist/index.js", "build": "mkdir -p dist && cp src.js dist/index.js" }',
      ),
      "src.js": "console.log(1);\n",
    },
    command: "npm start",
    shows: "Cannot find module",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-explained",
    when: "there is no project",
    command: "npm test",
    shows: "Could not read package.json",
    hints: "There is no package.json here",
    needs: ["npm", "node"],
  },
  {
    rule: "node-package-refused",
    when: "a path is private",
    files: {
      "a.js": 'require("lib/src/x");\n',
      "node_modules/lib/package.json": '{ "name": "lib", "exports": { ".": "./index.js" } }\n',
      "node_modules/lib/src/x.js": "",
    },
    command: "node a.js",
    shows: "is not defined by",
    hints: "The package lib does not offer ./src/x",
    needs: ["node"],
  },
];
