/** `npm run long [part …]`: tests that take too long for `npm test`. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SIMULATE = fileURLToPath(new URL("./simulate/main.ts", import.meta.url));
const ESCROW = fileURLToPath(new URL("../contracts/gate/long.ts", import.meta.url));
const TEST = fileURLToPath(new URL("./test.ts", import.meta.url));
const SOAK = fileURLToPath(new URL("./soak/main.ts", import.meta.url));
const MUTATE = fileURLToPath(
  new URL("../node_modules/@stryker-mutator/core/bin/stryker.js", import.meta.url),
);

const PARTS: Readonly<Record<string, readonly string[]>> = {
  matrices: [TEST, "--full"],
  simulation: [SIMULATE, "--contracts", "1000000"],
  "simulation-signed": [SIMULATE, "--contracts", "10000", "--signatures", "real"],
  soak: [SOAK, "--minutes", "10"],
  escrow: [ESCROW],
  mutation: [MUTATE, "run"],
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => PARTS[name] === undefined);
if (unknown !== undefined) {
  console.error(
    `unknown part ${JSON.stringify(unknown)}; choose from ${Object.keys(PARTS).join(", ")}`,
  );
  process.exit(2);
}

let failed = 0;
for (const [name, command] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`${name}:`);
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
