/** All suites as the user who starts it, one result a line, and the jail's limit on processes. */
import { countProcesses, type ProbeCounts, runBenign, runHostile, runLooks } from "./run-suites.ts";

const counts = JSON.parse(process.argv[2] ?? "") as ProbeCounts;
const tell = (suite: string, result: unknown) => console.log(JSON.stringify({ suite, result }));
tell("processes", await countProcesses());
for (const result of await runHostile(counts)) tell("hostile", result);
for (const result of await runBenign(counts)) tell("benign", result);
for (const result of await runLooks(counts)) tell("looks", result);
