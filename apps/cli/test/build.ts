export { buildCli as setup } from "../build-cli.ts";
