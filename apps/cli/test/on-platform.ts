/** `fix` as on another system: `node on-platform.ts <platform> <words…>`. */
import { runFix } from "../src/run-fix.ts";

const [platform, ...words] = process.argv.slice(2);
await runFix(words, platform as NodeJS.Platform);
