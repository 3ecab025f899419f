#!/usr/bin/env node
import { launch } from "../../launch.mjs";

launch("bazaar", new URL("../src/main.ts", import.meta.url));
