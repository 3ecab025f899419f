/** `npm run bench -- kernel`: figures as ratios against a peer or a limit of the same run. */
import { benchKernel } from "./kernel.ts";
import { benchStore } from "./store.ts";

const SUITES: Readonly<Record<string, () => Promise<void>>> = {
  kernel: benchKernel,
  store: benchStore,
};

const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : Object.keys(SUITES);
for (const name of names) {
  const suite = SUITES[name];
  if (suite === undefined) {
    console.error(
      `there is no bench ${JSON.stringify(name)}; try ${Object.keys(SUITES).join(", ")}`,
    );
    process.exit(2);
  }
  console.log(`${name}:`);
  await suite();
}
