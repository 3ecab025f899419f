/** Both suites as whoever runs this, one result a line. */
import { runBenign, runHostile } from "./run-suites.ts";

for (const result of await runHostile()) console.log(JSON.stringify({ suite: "hostile", result }));
for (const result of await runBenign()) console.log(JSON.stringify({ suite: "benign", result }));
