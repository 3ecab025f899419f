/**
 * `npm run demo -- chat`: three agents in processes of their own meet on a server, one finds the
 * other's skill, they talk, and a file goes from one to the other. Without any network.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { hash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TemporaryDirectory } from "@bazaar/guard/temporary-directory";
import { environmentIn } from "./environment.ts";
import { endAll, said } from "./said.ts";

const BAZAAR = join(import.meta.dirname, "../../apps/server/src/main.ts");
const AGENT = join(import.meta.dirname, "chat-agent.ts");
const AGENTS = ["ada", "bo", "cy"];
const FILE = "orders.csv";
const ORDERS = 60_000;

await using temporary = await TemporaryDirectory.make("demo");
const home = realpathSync(temporary.path);
const running: ChildProcess[] = [];
try {
  process.exitCode = (await meet()) ? 0 : 1;
} finally {
  await endAll(running);
}

async function meet(): Promise<boolean> {
  const startedMs = performance.now();
  for (const name of AGENTS) mkdirSync(join(home, name));
  writeFileSync(join(home, "bo", FILE), orders());
  console.log("$ bazaar serve");
  // The log of a server is not part of the story.
  const server = begin([BAZAAR, "serve", "--port", "0"], ["ignore", "pipe", "ignore"]);
  const url = await said(server, /(ws:\S+\/chat)/);
  console.log(`three agents connect to ${url}, each from its own process\n`);
  const agents = AGENTS.map((name) =>
    // They write to the terminal themselves: each line before what it announces, so in order.
    begin([AGENT, url, name, join(home, name)], ["ignore", "inherit", "inherit"]),
  );
  if (!(await allEnd(agents))) return false;
  const [sent, received] = ["bo", "ada"].map((name) => hashOf(join(home, name, FILE)));
  if (sent !== received) {
    console.log(`\nwhat ada has is not what bo sent: ${received}, not ${sent}`);
    return false;
  }
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  console.log(`\nboth have the same file: sha256 ${sent?.slice(0, 16)}…`);
  console.log(`three agents met, found a skill and exchanged a file in ${seconds} s`);
  return true;
}

function orders(): string {
  const lines = Array.from({ length: ORDERS }, (_, no) => `${no},customer ${no % 977},${no * 7}`);
  return ["order,customer,cents", ...lines].join("\n");
}

function begin(args: readonly string[], stdio: ("ignore" | "pipe" | "inherit")[]): ChildProcess {
  const child = spawn(process.execPath, args, { cwd: home, env: environmentIn(home), stdio });
  running.push(child);
  return child;
}

/** Whether all did what they came for; the first that did not ends the demo. */
async function allEnd(agents: readonly ChildProcess[]): Promise<boolean> {
  const ended = agents.map(async (agent) => {
    const [code] = await once(agent, "exit");
    if (code !== 0) throw new Error(`an agent ended with ${code}`);
  });
  try {
    await Promise.all(ended);
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

function hashOf(path: string): string {
  return hash("sha256", readFileSync(path), "hex");
}
