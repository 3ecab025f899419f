#!/usr/bin/env node
import { launch } from "../../launch.mjs";

await launch("fix", new URL("../bundle/start.mjs", import.meta.url));
