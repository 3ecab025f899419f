import { runFix } from "./run-fix.ts";

await runFix(process.argv.slice(2));
