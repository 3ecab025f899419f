/** `npm run build`. */
import { buildCli } from "./build-cli.ts";

await buildCli();
