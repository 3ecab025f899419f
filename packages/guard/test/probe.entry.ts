/** Which sandboxes the user who runs this can open. */
import { probeSandbox } from "../src/sandbox/probe.ts";

console.log(JSON.stringify(await probeSandbox(process.cwd())));
