/**
 * The product's main job in one terminal: a project that is really broken, a command that really
 * fails, and `fix`, as anybody would call it, with a home of its own so that nothing of yours is
 * used. `npm run demo -- dispute` plays a disputed contract in memory instead.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { provide, SANDBOX_NEEDS, thisMachine } from "../runner/system-needs.ts";

const FIX = join(import.meta.dirname, "../../apps/cli/bin/fix.mjs");

const SUM = `export const sum = (a, b) => a + b;
`;
const TEST = `import assert from "node:assert";
import { sum } from "./sum";

assert.equal(sum(2, 2), 4);
console.log("1 test passed");
`;

const [shown, ...more] = process.argv.slice(2);
if (shown === undefined) showRepair();
else if (shown === "dispute" && more.length === 0) await import("./dispute.ts");
else refuse([shown, ...more]);

function refuse(words: readonly string[]): void {
  const given = JSON.stringify(words.join(" "));
  console.error(`The demo takes no word, or "dispute" for a disputed contract; got ${given}.`);
  process.exitCode = 2;
}

function showRepair(): void {
  provide(SANDBOX_NEEDS, thisMachine(console.log));
  const home = realpathSync(mkdtempSync(join(tmpdir(), "fix-demo-")));
  const project = join(home, "project");
  mkdirSync(project);
  writeFileSync(join(project, "sum.js"), SUM);
  writeFileSync(join(project, "test.mjs"), TEST);
  const run = (...words: readonly string[]): boolean => fix(words, home, project);
  try {
    const isShown =
      run("--yes", "node", "test.mjs") && run("wallet") && run("verify", newest(home, project));
    process.exitCode = isShown ? 0 : 1;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function fix(words: readonly string[], home: string, project: string): boolean {
  console.log(`$ fix ${words.join(" ")}`);
  const { status } = spawnSync(process.execPath, [FIX, ...words], {
    cwd: project,
    env: surroundings(home),
    stdio: "inherit",
  });
  return status === 0;
}

/** The short name of the one contract there is. */
function newest(home: string, project: string): string {
  const { stdout } = spawnSync(process.execPath, [FIX, "status", "--all", "--json"], {
    cwd: project,
    env: surroundings(home),
    encoding: "utf8",
  });
  return /"alias": ?"([0-9a-f]+)"/.exec(stdout)?.[1] ?? "";
}

/** The Node that runs this is the one that the project's test calls. */
function surroundings(home: string): NodeJS.ProcessEnv {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  // Root's state is kept apart from any home, and with it what the person can undo.
  return { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "state"), PATH: path };
}
