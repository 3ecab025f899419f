import type { Fixture } from "../test/fixture.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "npm-offline",
    when: "the registry has no address",
    files: {
      ".npmrc": "fetch-retries=0\nupdate-notifier=false\naudit=false\n",
      "package.json": '{ "name": "charts", "version": "0.0.1" }\n',
    },
    command: "npm install d3-scale",
    shows: "EAI_AGAIN",
    hints: "npm cannot reach the registry",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-not-installed",
    when: "a package needs the network",
    files: {
      "package.json": '{ "name": "api", "dependencies": { "express": "^4.19.2" } }\n',
      "server.js": 'require("express");\n',
    },
    command: "node server.js",
    shows: "Cannot find module 'express'",
    hints: "npm install",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-engine",
    when: "npm is told to be strict",
    files: {
      ".npmrc": "engine-strict=true\n",
      "package.json": '{ "name": "edge", "version": "1.0.0", "engines": { "node": ">=99" } }\n',
    },
    command: "npm install",
    shows: "EBADENGINE",
    hints: "requires Node >=99",
    needs: ["npm", "node"],
  },
  {
    rule: "npm-workspace",
    when: "a script runs in it",
    files: {
      "package.json": '{ "name": "shop", "workspaces": ["packages/web"] }\n',
      "packages/web/package.json":
        '{\n  "name": "web",\n  "version": "1.0.0",\n  "scripts": { "build": "node -v" }\n}\n',
    },
    command: "npm run build --workspace=wbe",
    shows: "No workspaces found",
    needs: ["npm", "node"],
  },
];
