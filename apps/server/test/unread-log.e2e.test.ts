/** A log that goes to a pipe which nobody reads. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { Folder } from "./server.ts";

const MAIN = join(import.meta.dirname, "../src/main.ts");
/** Each is refused and so logged; together they are more than the pipe holds. */
const REQUESTS = 800;
const ANSWER_MS = 10_000;

async function serving(): Promise<{
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly url: string;
}> {
  const folder = new Folder();
  const child = spawn(process.execPath, [MAIN, "serve", "--no-agent"], {
    cwd: folder.path,
    env: folder.environment(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    folder[Symbol.dispose]();
  });
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    const [, url] = /listens on (http:\/\/\S+)/.exec(String(chunk)) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error("the server did not start");
}

/** A long path makes a long log line. */
async function ask(url: string): Promise<number> {
  const path = `/contracts/${"0".repeat(300)}`;
  const { status, body } = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
  await body?.cancel();
  return status;
}

async function fillLog(url: string): Promise<void> {
  for (let asked = 0; asked < REQUESTS; asked += 10) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(url)));
    expect(answers).toEqual(Array(10).fill(404));
  }
}

test("an unread log pipe does not stop the server, and the last line is written", async () => {
  const { child, url } = await serving();
  await fillLog(url);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const [log] = await Promise.all([text(child.stderr), exited]);
  const lines = log.trimEnd().split("\n");
  expect(lines.filter((line) => line.includes('"status":404'))).toHaveLength(REQUESTS);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ msg: "closed" });
});

test("a server with an unread log can be stopped", async () => {
  const { child, url } = await serving();
  await fillLog(url);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  expect(await exited).toEqual([0, null]);
});
