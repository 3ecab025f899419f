/** What the ladder looks like from here. */
import { probeLadder } from "../src/sandbox/probe.ts";

console.log(JSON.stringify(await probeLadder()));
