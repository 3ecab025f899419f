/** The suite as whoever runs it, on the rung that is named: one line of JSON per command. */
import { HOSTILE } from "./hostile.ts";
import { runHostile } from "./run-hostile.ts";

const rung = process.argv[2] === "D" ? "D" : "A";
for await (const result of runHostile(HOSTILE, rung)) console.log(JSON.stringify(result));
