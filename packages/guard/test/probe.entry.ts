/** Which sandboxes the user who runs this can open. */
import { probeSandbox } from "../src/sandbox/probe.ts";

const [directory = process.cwd(), ...shows] = process.argv.slice(2);
console.log(JSON.stringify(await probeSandbox(directory, shows)));
