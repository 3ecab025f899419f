import { spawnSync } from "node:child_process";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { flushLog, openLog } from "./log.ts";

const LOG = fileURLToPath(new URL("./log.ts", import.meta.url));

/** A reader that takes nothing until `goOn` is called. */
class SlowReader extends Writable {
  readonly lines: string[] = [];
  #held: (() => void)[] | null = [];

  override _write(chunk: Buffer, _: string, done: () => void): void {
    if (chunk.length > 0) this.lines.push(...chunk.toString().trimEnd().split("\n"));
    if (this.#held === null) done();
    else this.#held.push(done);
  }

  goOn(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const done of held) done();
  }
}

test("the last lines before an exit are written", () => {
  const script = `import { openLog } from ${JSON.stringify(LOG)};
    const log = openLog("info");
    log.info({ event: "request", path: "/first" });
    log.warn("careful");
    process.exit(0);`;
  const args = ["--no-warnings", "--input-type=module", "--eval", script];
  const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  const lines = stderr.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { path: "/first" },
    { msg: "careful" },
  ]);
});

test("unread lines are dropped beyond a limit, and counted", async () => {
  const reader = new SlowReader();
  const log = openLog("info", reader, false);
  const text = "x".repeat(1_000);
  for (let number = 0; number < 2_000; number += 1) log.info({ number, text });
  expect(reader.writableLength).toBeLessThan(1_100_000);
  reader.goOn();
  await flushLog(reader);
  log.info("back");
  const lines = reader.lines.map((line) => JSON.parse(line));
  const [note, last] = lines.slice(-2);
  expect(note).toMatchObject({ level: 40, dropped: 2_000 - (lines.length - 2) });
  expect(note.dropped).toBeGreaterThan(900);
  expect(last).toMatchObject({ msg: "back" });
});

test("a reader that has gone does not stop the program", async () => {
  const gone = new Writable({ write: (_chunk, _encoding, done) => done(new Error("EPIPE")) });
  const log = openLog("info", gone, false);
  log.info("first");
  await flushLog(gone);
  log.info("second");
  await flushLog(gone);
});

test("control characters are escaped", () => {
  const reader = new SlowReader();
  openLog("info", reader, false).info({ event: "request", path: "/\u009b2J\u202e" });
  const [line = ""] = reader.lines;
  expect(line).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(line)).toMatchObject({ path: "/\u009b2J\u202e" });
});

test("at a terminal a line is plain text", () => {
  const reader = new SlowReader();
  openLog("info", reader, true).warn({ path: "/\u009b2J\na" }, "careful");
  expect(reader.lines).toHaveLength(1);
  expect(reader.lines[0]).toMatch(/^[0-9:]{8} warn {2}careful path=/);
  expect(reader.lines[0]).not.toContain("\u009b");
});

test("at a terminal an event is the message, and what is null is left out", () => {
  const reader = new SlowReader();
  openLog("info", reader, true).info({ event: "request", path: "/a", code: null });
  expect(reader.lines[0]).toMatch(/^[0-9:]{8} info {2}request path=\/a$/);
});
