/** `npm run bench -- kernel`: figures and their ratio to a reference measured in the same run. */
import { parseArgs } from "node:util";
import { benchChat } from "./chat.ts";
import { benchCli } from "./cli.ts";
import { benchGas } from "./gas.ts";
import { benchJobs } from "./jobs.ts";
import { benchKernel } from "./kernel.ts";
import { benchRepairs } from "./repairs.ts";
import { benchSandbox } from "./sandbox.ts";
import { benchScrub } from "./scrub.ts";
import { benchServer } from "./server.ts";
import { benchStore } from "./store.ts";

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    /** A tenth of the load (server and chat only). */
    quick: { type: "boolean", default: false },
    /** Folder for CPU profiles of the servers. */
    profile: { type: "string" },
    /** Another file of situations (repairs only). */
    from: { type: "string" },
    /** A situation or an ecosystem (repairs only). */
    only: { type: "string", multiple: true },
    /** Prints every outcome (repairs only). */
    list: { type: "boolean", default: false },
  },
});

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  kernel: benchKernel,
  store: benchStore,
  server: () => benchServer(options),
  chat: () => benchChat(options),
  scrub: benchScrub,
  sandbox: benchSandbox,
  gas: benchGas,
  cli: benchCli,
  jobs: benchJobs,
  repairs: () => benchRepairs(options),
};

const unknown = asked.find((name) => SUITES[name] === undefined);
if (unknown !== undefined) {
  const known = Object.keys(SUITES).join(", ");
  console.error(`unknown bench ${JSON.stringify(unknown)}; choose from ${known}`);
  process.exit(2);
}
for (const [name, suite] of Object.entries(SUITES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`${name}:`);
  await suite();
}
