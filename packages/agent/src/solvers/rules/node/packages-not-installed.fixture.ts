import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    when: "a workspace is not linked",
    files: {
      "package.json":
        '{"name": "demo", "workspaces": ["packages/*"], "dependencies": {"demo-prices": "1.0.0"}}\n',
      "packages/prices/package.json":
        '{"name": "demo-prices", "version": "1.0.0", "main": "main.js"}\n',
      "packages/prices/main.js": "exports.price = 3;\n",
      "app.js": 'console.log(require("demo-prices").price);\n',
    },
    command: "node app.js",
    shows: "Cannot find module 'demo-prices'",
    needs: ["node", "npm"],
  },
  {
    when: "a tarball lies in the project",
    files: {
      "package.json":
        '{"name": "demo", "dependencies": {"demo-prices": "file:vendor/demo-prices-1.0.0.tgz"}}\n',
      "vendor/package/package.json":
        '{"name": "demo-prices", "version": "1.0.0", "main": "main.js"}\n',
      "vendor/package/main.js": "exports.price = 3;\n",
      "app.mjs": 'import prices from "demo-prices";\nconsole.log(prices.price);\n',
    },
    setup: "cd vendor && tar czf demo-prices-1.0.0.tgz package && rm -r package",
    command: "node app.mjs",
    shows: "Cannot find package 'demo-prices'",
    needs: ["node", "npm", "tar"],
  },
];
