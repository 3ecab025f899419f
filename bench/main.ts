/** `npm run bench -- kernel`: figures and their ratio to a reference measured in the same run. */
import { parseArgs } from "node:util";
import { benchCli } from "./cli.ts";
import { benchGas } from "./gas.ts";
import { benchKernel } from "./kernel.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchScrub } from "./scrub.ts";
import { benchServer } from "./server.ts";
import { benchStore } from "./store.ts";

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    /** A tenth of the load (server only). */
    quick: { type: "boolean", default: false },
    /** Folder for a CPU profile of the server. */
    profile: { type: "string" },
  },
});

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  kernel: benchKernel,
  store: benchStore,
  server: () => benchServer(options),
  scrub: benchScrub,
  sandbox: benchSandbox,
  gas: benchGas,
  cli: benchCli,
};

const names = asked.length > 0 ? asked : Object.keys(SUITES);
console.log("100 %: as good as the reference, or exactly at the limit");
for (const name of names) {
  const suite = SUITES[name];
  if (suite === undefined) {
    console.error(
      `unknown bench ${JSON.stringify(name)}; choose from ${Object.keys(SUITES).join(", ")}`,
    );
    process.exit(2);
  }
  console.log(`${name}:`);
  await suite();
}
