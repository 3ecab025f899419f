#!/usr/bin/env node
import { existsSync } from "node:fs";
import { launch } from "../../launch.mjs";

// `npm install` and `npm run build` write dist; without it the sources run, which start more slowly.
const built = new URL("../dist/main.mjs", import.meta.url);
const program = existsSync(built) ? built : new URL("../src/main.ts", import.meta.url);
launch("fix", program);
