/** What sweeping and the kept sandboxes do in a state directory that root has prepared. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { discardKept, keptSandboxes } from "../src/sandbox/kept-sandboxes.ts";
import { sweep } from "../src/sandbox/sweep.ts";

const [stateDirectory = "", id = ""] = process.argv.slice(2);
const base = join(stateDirectory, "sandboxes");
const swept = await sweep(base);
const listed = keptSandboxes({ stateDirectory }).length;
const ended = await discardKept(id, { stateDirectory });
const discarded = ended.ok ? "done" : ended.refusal.code;
console.log(JSON.stringify({ swept, listed, discarded, left: readdirSync(base) }));
