/** Runs hostile commands as the user who starts it, one line of JSON each: kind, how many. */
import { runHostile } from "./run-hostile.ts";

const kind = process.argv[2] === "copy" ? "copy" : "overlay";
const most = Number(process.argv[3] ?? Number.POSITIVE_INFINITY);
for await (const result of runHostile(kind, most)) console.log(JSON.stringify(result));
