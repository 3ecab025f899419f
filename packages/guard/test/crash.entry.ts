/**
 * Kills a process in the middle of a sandboxed command with SIGKILL, and reports what it left: at
 * once, and after the next sandbox has opened.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../src/error-code.ts";
import { abandonedGroups } from "../src/jail/control-group.ts";
import { Place } from "./scenario.ts";

const [role] = process.argv.slice(2);

if (role === "doomed") {
  const place = new Place();
  const sandbox = await place.open({ limits: { timeoutMs: 600_000 } });
  const said = { state: place.state, folder: place.folder };
  await sandbox.run({
    text: "(setsid sleep 987654 &); echo ready; sleep 987654",
    onOutput: () => console.log(JSON.stringify(said)),
  });
}

if (role === undefined) {
  const [, script = ""] = process.argv;
  const doomed = spawn(process.execPath, [script, "doomed"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(doomed.stdout.setEncoding("utf8"), "data");
  const { state, folder } = JSON.parse(line) as { state: string; folder: string };
  const base = join(state, "sandboxes");
  const [id = ""] = readdirSync(base);
  const alive = showing(id).length;
  doomed.kill("SIGKILL");
  await once(doomed, "exit");
  const survivors = await goneWithin(id, 3_000);
  const left = readdirSync(base).length;

  await using place = new Place();
  {
    await using next = await place.open({ stateDirectory: state });
    await next.run({ text: "true" });
  }
  const after = { directories: readdirSync(base).length, groups: groupsOf(id) };
  const exists = existsSync(join(base, id));
  rmSync(folder, { recursive: true });
  console.log(JSON.stringify({ alive: alive > 0, survivors, left, after, exists }));
}

function groupsOf(id: string): number {
  const files = abandonedGroups().flatMap(({ joinFiles }) => joinFiles);
  return files.filter((file) => file.includes(id)).length;
}

function showing(id: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/mountinfo`, "utf8").includes(id);
    } catch (error) {
      if (errorCode(error) === "") throw error;
      return false;
    }
  });
}

async function goneWithin(id: string, ms: number): Promise<number> {
  for (let waited = 0; waited < ms && showing(id).length > 0; waited += 20) await sleep(20);
  return showing(id).length;
}
