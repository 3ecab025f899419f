/** Both suites as whoever runs this, one result a line, and how many processes a jail may have. */
import { countProcesses, runBenign, runHostile } from "./run-suites.ts";

console.log(JSON.stringify({ suite: "processes", result: await countProcesses() }));
for (const result of await runHostile()) console.log(JSON.stringify({ suite: "hostile", result }));
for (const result of await runBenign()) console.log(JSON.stringify({ suite: "benign", result }));
