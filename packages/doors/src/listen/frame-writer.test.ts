/** Frames on sockets in memory: what is written together, and when. */
import { Duplex } from "node:stream";
import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { FrameWriter } from "./frame-writer.ts";

/** Keeps what reaches the wire, write by write. */
class Wire extends Duplex {
  readonly writes: string[] = [];

  override _read(): void {}

  override _writev(chunks: readonly { chunk: Buffer }[], done: () => void): void {
    this.writes.push(Buffer.concat(chunks.map(({ chunk }) => chunk)).toString("latin1"));
    done();
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this._writev([{ chunk }], done);
  }
}

/** A writer whose clock stands still unless a socket takes its time. */
function writing(waitMs = 20) {
  const due: { ms: number; run: () => void }[] = [];
  const clock = { ms: 1_000 };
  const writer = new FrameWriter({
    waitMs,
    nowMs: () => clock.ms,
    later: (ms, run) => due.push({ ms, run }),
  });
  const flush = (): void => {
    for (const { run } of due.splice(0)) run();
  };
  return { writer, due, clock, flush };
}

test("frames of one turn are one write, in their order, with whatever else is sent", () => {
  const { writer, flush } = writing();
  const wire = new Wire();
  writer.write(wire, "one");
  wire.write(Buffer.from([0x89, 0]));
  writer.write(wire, Buffer.from("two"));
  writer.write(wire, "one");
  expect(wire.writes).toEqual([]);
  expect(wire.writableLength).toBe(17);
  flush();
  expect(wire.writes).toEqual(["\x81\x03one\x89\0\x82\x03two\x81\x03one"]);
  writer.write(wire, "next");
  flush();
  expect(wire.writes[1]).toBe("\x81\x04next");
});

test.each([
  { length: 125, header: "\x81\x7d" },
  { length: 126, header: "\x81\x7e\0\x7e" },
  { length: 65_535, header: "\x81\x7e\xff\xff" },
  { length: 65_536, header: "\x81\x7f\0\0\0\0\0\x01\0\0" },
])("a text of $length bytes has its length in front", ({ length, header }) => {
  const { writer, flush } = writing();
  const wire = new Wire();
  writer.write(wire, `é${"x".repeat(length - 2)}`);
  flush();
  expect(wire.writes).toEqual([`${header}\xc3\xa9${"x".repeat(length - 2)}`]);
});

test("a message to many is put into its frame once", () => {
  const { writer, flush } = writing();
  const chunks: unknown[] = [];
  const wires = Array.from({ length: 3 }, () => new Wire());
  for (const wire of wires) {
    wire._writev = (written, done) => {
      chunks.push(...written.map(({ chunk }) => chunk));
      done();
    };
  }
  for (const wire of wires) writer.write(wire, "hello");
  for (const wire of wires) writer.write(wire, "again");
  flush();
  expect(new Set(chunks).size).toBe(2);
});

test("the longer writing takes, the longer frames wait for each other, up to the maximum", () => {
  const { writer, due, clock, flush } = writing(20);
  const slow = new Wire();
  let tookMs = 0;
  slow._write = (_chunk, _encoding, done) => {
    clock.ms += tookMs;
    done();
  };
  const waits = [0, 1, 3, 100, 0].map((ms) => {
    tookMs = ms;
    writer.write(slow, "x");
    const wait = due[0]?.ms ?? 0;
    flush();
    return wait;
  });
  expect(waits.map((ms) => Math.max(0, ms))).toEqual([0, 0, 4, 12, 20]);
  clock.ms += 50;
  writer.write(slow, "x");
  expect(due[0]?.ms).toBeLessThanOrEqual(0);
});

test("with no time to wait each frame is a write of its own", () => {
  const { writer, due } = writing(0);
  const wire = new Wire();
  writer.write(wire, "one");
  writer.write(wire, "two");
  expect(wire.writes).toEqual(["\x81\x03one", "\x81\x03two"]);
  expect(due).toEqual([]);
});

test("ending a socket sends what waits there, and the others go on", async () => {
  const { writer, flush } = writing();
  const [ending, other] = [new Wire(), new Wire()];
  for (const wire of [ending, other]) writer.write(wire, "last");
  ending.end(Buffer.from([0x88, 0]));
  await finished(ending, { readable: false });
  expect(ending.writes.join("")).toBe("\x81\x04last\x88\0");
  flush();
  expect(other.writes).toEqual(["\x81\x04last"]);
});

test("a socket that dies with frames waiting takes none of the others with it", async () => {
  const { writer, flush } = writing();
  const [dying, other] = [new Wire(), new Wire()];
  for (const wire of [dying, other]) writer.write(wire, "last");
  dying.destroy();
  writer.write(dying, "too late");
  flush();
  await finished(dying).catch(() => undefined);
  expect(dying.writes).toEqual([]);
  expect(other.writes).toEqual(["\x81\x04last"]);
  writer.write(other, "more");
  flush();
  expect(other.writes).toEqual(["\x81\x04last", "\x81\x04more"]);
});
