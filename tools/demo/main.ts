/**
 * `npm run demo`: runs `fix` on a failing command in a small broken project. It uses a temporary
 * home, so that it touches none of your files. `npm run demo -- dispute` plays a disputed contract
 * in memory instead, `npm run demo -- jobs` buys a patch through a server, `npm run demo -- chat` has
 * three agents talk and send a file.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import { provide, SANDBOX_NEEDS, thisMachine } from "../runner/system-needs.ts";
import { environmentIn } from "./environment.ts";

const FIX = join(import.meta.dirname, "../../apps/cli/bin/fix.mjs");

const SUM = `export const sum = (a, b) => a + b;
`;
const TEST = `import assert from "node:assert";
import { sum } from "./sum";

assert.equal(sum(2, 2), 4);
console.log("1 test passed");
`;

const given = process.argv.slice(2).join(" ");
if (given === "") await showRepair();
else if (given === "dispute") await import("./dispute.ts");
else if (given === "jobs") await import("./jobs.ts");
else if (given === "chat") await import("./chat.ts");
else {
  console.error(
    `unknown argument ${JSON.stringify(given)}; usage: npm run demo [-- dispute | jobs | chat]`,
  );
  process.exitCode = 2;
}

async function showRepair(): Promise<void> {
  provide(SANDBOX_NEEDS, thisMachine(console.log));
  await using temporary = await TemporaryDirectory.make("demo");
  const home = realpathSync(temporary.path);
  const project = join(home, "project");
  mkdirSync(project);
  writeFileSync(join(project, "sum.js"), SUM);
  writeFileSync(join(project, "test.mjs"), TEST);
  const run = (...args: readonly string[]): boolean => fix(args, home, project);
  const isShown =
    run("--yes", "node", "test.mjs") &&
    run("wallet") &&
    run("verify", contractAlias(home, project));
  process.exitCode = isShown ? 0 : 1;
}

function fix(args: readonly string[], home: string, project: string): boolean {
  console.log(`$ fix ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [FIX, ...args], {
    cwd: project,
    env: environmentIn(home),
    stdio: "inherit",
  });
  return status === 0;
}

/** The short id of the contract. */
function contractAlias(home: string, project: string): string {
  const { stdout } = spawnSync(process.execPath, [FIX, "status", "--all", "--json"], {
    cwd: project,
    env: environmentIn(home),
    encoding: "utf8",
  });
  return /"alias": ?"([0-9a-f]+)"/.exec(stdout)?.[1] ?? "";
}
