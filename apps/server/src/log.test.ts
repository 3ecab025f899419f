import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const LOG = fileURLToPath(new URL("./log.ts", import.meta.url));

/** What a process of its own has written to stderr when it is over. */
function written(script: string): string {
  const whole = `import { openLog } from ${JSON.stringify(LOG)};
    const log = openLog("info", false);
    ${script}`;
  const args = ["--no-warnings", "--input-type=module", "--eval", whole];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return stderr;
}

function logged(script: string): readonly Record<string, unknown>[] {
  const lines = written(script)
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line));
}

test("requests of the last turn are logged although the process ends in it", () => {
  const lines = logged(`
    log.info({ event: "request", path: "/first" });
    log.info({ event: "request", path: "/second" });
    process.exit(0);`);
  expect(lines.map(({ path }) => path)).toEqual(["/first", "/second"]);
});

test("what has a message is out at once, after the requests before it", () => {
  const lines = logged(`
    log.info({ event: "request", path: "/first" });
    log.warn("careful");
    process.kill(process.pid, "SIGKILL");`);
  expect(lines).toMatchObject([{ path: "/first" }, { msg: "careful" }]);
});

test("what could move a terminal is written as an escape", () => {
  const text = written(`log.info({ event: "request", path: "/\\u009b2J\\u202e" });`);
  expect(text).toMatch(/^[\x20-\x7e]+\n$/);
  expect(JSON.parse(text)).toMatchObject({ path: "/\u009b2J\u202e" });
});
