import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";
import { packSlurp } from "./slurp/pack.ts";
import { longText, RECEIVER, SENDER, TransferScene } from "./test/transfer-scene.ts";
import {
  type Offer,
  readTransferMessage,
  type TransferMessage,
  transferText,
} from "./transfer-message.ts";

const file = (path: string, words: string | Buffer) => ({ path, bytes: Buffer.from(words) });
const SMALL = [file("a/notes.txt", "hello\n"), file("b.bin", Buffer.from([0, 1, 255]))];
const TOTAL = 9;

test("files arrive byte by byte, and both sides see the progress", async () => {
  using scene = new TransferScene();
  expect(await scene.send(SMALL)).toBeNull();
  expect(await scene.received[0]).toEqual({
    ok: true,
    saved: ["a/notes.txt", "b.bin"],
    skipped: [],
  });
  expect(scene.files()).toEqual(new Map(SMALL.map(({ path, bytes }) => [path, bytes])));
  expect(scene.network.from(SENDER)).toEqual(["offer", "chunk 0", "complete"]);
  expect(scene.network.from(RECEIVER)).toEqual(["accept", "ack"]);
  expect(scene.network.last(RECEIVER)).toEqual({ kind: "ack", tid: "t1", ok: true });
  expect(scene.steps).toEqual([
    { kind: "offered", offer: expect.objectContaining({ tid: "t1", totalSize: TOTAL }) },
    { kind: "accepted" },
    { kind: "accepted" },
    { kind: "moved", bytes: TOTAL, total: TOTAL },
    { kind: "moved", bytes: TOTAL, total: TOTAL },
  ]);
});

test("progress counts the bytes of the files", async () => {
  using scene = new TransferScene();
  const bytes = longText(4);
  expect(await scene.send([{ path: "long.txt", bytes }])).toBeNull();
  const sizes = scene.steps.flatMap((step) => (step.kind === "moved" ? [step.bytes] : []));
  const quarters = [1, 2, 3, 4].map((part) => Math.round((bytes.length * part) / 4));
  expect([...new Set(sizes)]).toEqual(quarters);
});

test("several transfers at once stay below the rates of the server", async () => {
  using scene = new TransferScene();
  const sends = [12, 2, 3].map((chunks) => scene.send([file(`${chunks}`, longText(chunks))]));
  expect(await Promise.all(sends)).toEqual([null, null, null]);
  expect([...scene.files().keys()].sort()).toEqual(["12", "2", "3"]);
  expect(scene.network.refused).toBe(0);
});

test("a message that is refused because of others is sent again", async () => {
  using scene = new TransferScene();
  const talk = scene.network.join(SENDER);
  let isOver = false;
  const chat = (async () => {
    while (!isOver) {
      await talk.say(RECEIVER, "hello");
      await scene.network.clock.sleep(700);
    }
  })();
  expect(await scene.send(SMALL)).toBeNull();
  isOver = true;
  await chat;
  expect(scene.network.refused).toBeGreaterThan(0);
  expect(scene.files().size).toBe(2);
});

test("an earlier receiver, which sends its `ack` at once, can send it", async () => {
  using scene = new TransferScene({ accepts: false });
  const { clock } = scene.network;
  const port = scene.network.join(RECEIVER);
  using _ = port.listen(async ({ text }) => {
    const message = readTransferMessage(text);
    if (message?.kind === "offer") {
      await clock.sleep(5_000);
      await port.say(SENDER, transferText({ kind: "accept", tid: message.tid }));
    } else if (message?.kind === "complete") {
      await port.say(SENDER, transferText({ kind: "ack", tid: message.tid, ok: true }));
    }
  });
  expect(await scene.send(SMALL)).toBeNull();
  expect(scene.network.refused).toBe(0);
});

test("a receiver asks for lost chunks, and they are sent again", async () => {
  using scene = new TransferScene();
  const losses = new Set(["chunk 1", "chunk 3"]);
  scene.network.fate = ({ text, way }) => {
    const idx = way === "chunk" ? JSON.parse(text).idx : -1;
    return losses.delete(`chunk ${idx}`) ? [] : [20];
  };
  expect(await scene.send([file("long.txt", longText(4))])).toBeNull();
  expect(scene.network.from(SENDER)).toEqual([
    ...["offer", "chunk 0", "chunk 2", "complete", "chunk 1", "chunk 3", "complete"],
  ]);
  expect(scene.files().get("long.txt")?.equals(longText(4))).toBe(true);
});

test("a receiver that is slower than the chunks gets all of them", async () => {
  using scene = new TransferScene();
  let lastMs = -1_000;
  scene.network.fate = ({ way }) => {
    const nowMs = scene.network.clock.nowMs();
    if (way === "chunk" && nowMs - lastMs < 700) return [];
    if (way === "chunk") lastMs = nowMs;
    return [20];
  };
  expect(await scene.send([file("long.txt", longText(12))])).toBeNull();
  expect(scene.files().get("long.txt")?.equals(longText(12))).toBe(true);
});

test("a transfer goes on after a restart of the server", async () => {
  using scene = new TransferScene();
  const { clock } = scene.network;
  scene.network.fate = () => (scene.network.isDown ? [] : [20]);
  const sent = scene.send([file("long.txt", longText(8))]);
  for (const [upMs, downMs] of [
    [700, 3_000],
    [1_500, 3_000],
  ] as const) {
    await clock.sleep(upMs);
    scene.network.isDown = true;
    await clock.sleep(downMs);
    scene.network.isDown = false;
  }
  expect(await sent).toBeNull();
  expect(scene.files().get("long.txt")?.equals(longText(8))).toBe(true);
});

test("a request for chunks that is repeated while they are sent ends nothing", async () => {
  using scene = new TransferScene();
  let isLost = false;
  scene.network.fate = ({ text, way }) => {
    if (way === "chunk" && !isLost) {
      isLost = true;
      return [];
    }
    return text.includes("missing") ? [20, 80, 150] : [20];
  };
  expect(await scene.send([file("long.txt", longText(3))])).toBeNull();
  expect(scene.files().size).toBe(1);
});

test("what the other side says is shown as inert text", async () => {
  using scene = new TransferScene({ accepts: false });
  const sent = scene.send(SMALL);
  await scene.network.clock.sleep(100);
  const ack = { kind: "ack", tid: "t1", ok: false, error: "\u001b[2Jgone" } as const;
  await scene.receiver.say(SENDER, transferText(ack));
  expect(await sent).toBe("the other agent could not take the files: \\u{1b}[2Jgone");
});

test.each([
  {
    what: "no files",
    files: [],
    problem: "there is no file to send",
  },
  {
    what: "many files",
    files: Array.from({ length: 11 }, (_, at) => file(`${at}`, "")),
    problem: "11 files; at most 10 can be sent",
  },
  {
    what: "a path that leads out",
    files: [file("../a", "")],
    problem: "../a: its path leads out of the folder",
  },
  {
    what: "two files of one name",
    files: [file("Readme", ""), file("README", "")],
    problem: "README: another file has this name",
  },
  {
    what: "a large file",
    files: [file("a", Buffer.alloc(25 * 2 ** 20 + 1))],
    problem: "a has 26214401 bytes; a file may have 26214400",
  },
  {
    what: "files that are large together",
    files: ["a", "b", "c"].map((name) => file(name, Buffer.alloc(20 * 2 ** 20))),
    problem: "the files have 62914560 bytes; together they may have 52428800",
  },
  {
    what: "long names",
    files: Array.from({ length: 10 }, (_, at) => file(`${"long/".repeat(90)}${at}`, "")),
    problem:
      "the offer has 4876 characters, and a message at most 4096; send fewer files, or files with shorter names",
  },
])("an offer of $what is not sent", async ({ files, problem }) => {
  using scene = new TransferScene();
  expect(await scene.send(files)).toBe(problem);
  expect(scene.network.delivered).toEqual([]);
});

test("nobody can be offered files who is not there", async () => {
  using scene = new TransferScene();
  expect(await scene.send(SMALL, "nobody")).toBe("the other agent is not online");
});

test("an offer that nobody answers ends after half an hour, on both sides", async () => {
  using scene = new TransferScene({ accepts: false });
  const sent = scene.send(SMALL);
  await scene.network.clock.sleep(29 * 60_000);
  expect(scene.offers.list().map(({ offer }) => offer.files)).toEqual([
    [
      { name: "a/notes.txt", size: 6 },
      { name: "b.bin", size: 3 },
    ],
  ]);
  expect(await sent).toBe("the offer was not answered in time");
  await scene.network.clock.sleep(1_000);
  expect(await scene.accept("t1")).toEqual({ ok: false, problem: "not found" });
});

test("an offer can be declined", async () => {
  using scene = new TransferScene({ accepts: false });
  const sent = scene.send(SMALL);
  await scene.network.clock.sleep(100);
  await scene.receiver.say(SENDER, transferText({ kind: "reject", tid: "t1" }));
  expect(await sent).toBe("the other agent declined the files");
});

test("a sender that stops withdraws its offer, and ends what was accepted", async () => {
  using waiting = new TransferScene({ accepts: false });
  const offered = waiting.send(SMALL);
  await waiting.network.clock.sleep(100);
  waiting.stopSending.abort();
  expect(await offered).toBe("the transfer was cancelled");
  await waiting.network.clock.sleep(100);
  expect(waiting.offers.list()).toEqual([]);

  using scene = new TransferScene();
  const sent = scene.send([file("long.txt", longText(20))]);
  await scene.network.clock.sleep(2_000);
  scene.stopSending.abort();
  expect(await sent).toBe("the transfer was cancelled");
  await scene.network.clock.sleep(2_000);
  expect(await scene.received[0]).toEqual({
    ok: false,
    problem: "the other agent cancelled the transfer",
  });
  expect(scene.files().size).toBe(0);
});

test("a receiver that stops tells the sender", async () => {
  using scene = new TransferScene();
  const sent = scene.send([file("long.txt", longText(20))]);
  await scene.network.clock.sleep(2_000);
  scene.stopReceiving.abort();
  expect(await sent).toBe("the other agent could not take the files: cancelled");
  expect(await scene.received[0]).toEqual({ ok: false, problem: "the transfer was cancelled" });
});

test("a receiver waits two minutes for a sender that vanished", async () => {
  using scene = new TransferScene();
  scene.network.fate = ({ from, text }) =>
    from === SENDER && !text.includes('"offer"') && !text.includes('"idx":0') ? [] : [20];
  const sent = scene.send([file("long.txt", longText(2))]);
  const startMs = scene.network.clock.nowMs();
  expect(await sent).toBe("the other agent could not take the files: timeout");
  expect(await scene.received[0]).toEqual({
    ok: false,
    problem: "1 of 2 parts came within 120 seconds",
  });
  expect(scene.network.clock.nowMs() - startMs).toBeLessThan(125_000);
});

test("files that are there already are kept, and the sender hears that nothing was saved", async () => {
  using scene = new TransferScene();
  writeFileSync(join(scene.folder, "notes.txt"), "mine");
  expect(await scene.send([file("notes.txt", "theirs")])).toBe(
    "the other agent could not take the files: no file was saved",
  );
  expect(await scene.received[0]).toEqual({
    ok: true,
    saved: [],
    skipped: [{ path: "notes.txt", problem: "there is a file of this name already" }],
  });
  scene.replaces = true;
  expect(await scene.send([file("notes.txt", "theirs")])).toBeNull();
  expect(scene.files()).toEqual(new Map([["notes.txt", Buffer.from("theirs")]]));
});

/** What a sender of another make sends, one message after the other, after its offer. */
async function sendByHand(
  scene: TransferScene,
  archive: string,
  {
    chunks = [archive],
    offer = {},
    sha256 = contentHash(archive),
    by = SENDER,
  }: {
    readonly chunks?: readonly string[];
    readonly offer?: Partial<Offer>;
    readonly sha256?: string;
    /** Who sends what follows the offer. */
    readonly by?: string;
  } = {},
): Promise<void> {
  const files = [{ name: "a", size: 5 }];
  const says: Offer = {
    ...{ kind: "offer", tid: "t9", files, totalSize: 5, chunks: chunks.length, senderNick: "x" },
    ...{ sha256: contentHash(archive), ...offer },
  };
  await scene.sender.say(RECEIVER, transferText(says));
  await scene.network.clock.sleep(100);
  const port = scene.network.join(by);
  for (const [idx, data] of chunks.entries()) {
    await sendChunk(port, { idx, total: says.chunks, data });
    await scene.network.clock.sleep(110);
  }
  await scene.network.clock.sleep(1_100);
  await port.say(RECEIVER, transferText({ kind: "complete", tid: "t9", sha256 }));
}

const ARCHIVE = packSlurp("x", [file("a", "text\n")], 0);
const SAVED = new Map([["a", Buffer.from("text\n")]]);

type Port = TransferScene["sender"];
function sendChunk(
  port: Pick<Port, "sendChunk">,
  chunk: { readonly idx: number; readonly total: number; readonly data: string },
): Promise<unknown> {
  return port.sendChunk(RECEIVER, transferText({ kind: "chunk", tid: "t9", ...chunk }));
}

test.each([
  {
    what: "the chunks are others than those that were offered",
    options: { chunks: ["other"] },
  },
  { what: "the last message names another hash", options: { sha256: contentHash("other") } },
  { what: "the offer names another hash", options: { offer: { sha256: contentHash("other") } } },
])("if $what, nothing is written and the sender is told", async ({ options }) => {
  using scene = new TransferScene();
  await sendByHand(scene, ARCHIVE, options);
  expect(await scene.received[0]).toEqual({
    ok: false,
    problem: "what came is not what was offered: its hash differs",
  });
  await scene.network.clock.sleep(2_000);
  expect(scene.network.last(RECEIVER)).toEqual({
    ...{ kind: "ack", tid: "t9", ok: false, error: "hash mismatch" },
  });
  expect(scene.files().size).toBe(0);
});

test("what is no archive is not written, and the sender is told", async () => {
  using scene = new TransferScene();
  await sendByHand(scene, "hello");
  expect(await scene.received[0]).toEqual({
    ok: false,
    problem: "the archive cannot be unpacked: it is not a SLURP v4 archive",
  });
  await scene.network.clock.sleep(2_000);
  expect(scene.network.last(RECEIVER)).toMatchObject({
    ...{ ok: false, error: "it is not a SLURP v4 archive" },
  });
});

test("what was not offered is not saved, and the others are", async () => {
  using scene = new TransferScene();
  const files = [file("a", "text\n"), file("b", "more than offered"), file("c", "a stowaway")];
  await sendByHand(scene, packSlurp("x", files, 0), {
    offer: {
      files: [
        { name: "a", size: 5 },
        { name: "b", size: 4 },
      ],
    },
  });
  expect(await scene.received[0]).toEqual({
    ok: true,
    saved: ["a"],
    skipped: [
      { path: "b", problem: "it is larger than was offered" },
      { path: "c", problem: "it was not offered" },
    ],
  });
  expect(scene.files()).toEqual(SAVED);
});

test("an archive that is too large ends the transfer before it is complete", async () => {
  using scene = new TransferScene();
  const part = "x".repeat(2 ** 20);
  await sendByHand(scene, "", { chunks: Array.from({ length: 80 }, () => part) });
  expect(await scene.received[0]).toEqual({ ok: false, problem: "the archive is too large" });
});

test("chunks of strangers, repeated ones and those that nobody offered change nothing", async () => {
  using scene = new TransferScene();
  const [one, two] = [ARCHIVE.slice(0, 99), ARCHIVE.slice(99)];
  const stranger = scene.network.join("mallory");
  const sender = scene.network.join(SENDER);
  const sending = sendByHand(scene, ARCHIVE, { chunks: [one], offer: { chunks: 2 } });
  await scene.network.clock.sleep(110);
  const says = (message: TransferMessage) => stranger.say(RECEIVER, transferText(message));
  await sendChunk(stranger, { idx: 0, total: 2, data: "evil" });
  await sendChunk(stranger, { idx: 1, total: 2, data: "evil" });
  await says({ kind: "complete", tid: "t9", sha256: contentHash("evilevil") });
  await sendChunk(sender, { idx: 0, total: 2, data: "another text for the first" });
  await sendChunk(sender, { idx: 2, total: 2, data: "one more" });
  await sendChunk(sender, { idx: 1, total: 3, data: "of another offer" });
  await sendChunk(sender, { idx: 1, total: 2, data: two });
  await sending;
  expect(await scene.received[0]).toMatchObject({ ok: true });
  expect(scene.files()).toEqual(SAVED);
});

test("a stranger that knows the id can neither send nor confirm", async () => {
  using scene = new TransferScene();
  await sendByHand(scene, ARCHIVE, { by: "mallory" });
  expect(await scene.received[0]).toEqual({
    ok: false,
    problem: "0 of 1 parts came within 120 seconds",
  });

  using other = new TransferScene({ accepts: false });
  const sent = other.send(SMALL);
  const stranger = other.network.join("mallory");
  await other.network.clock.sleep(100);
  await stranger.say(SENDER, transferText({ kind: "accept", tid: "t1" }));
  await other.network.clock.sleep(2_000);
  await stranger.say(SENDER, transferText({ kind: "ack", tid: "t1", ok: true }));
  expect(await sent).toBe("the offer was not answered in time");
  expect(other.network.from(SENDER)).toEqual(["offer"]);
});

test("what an earlier receiver answers ends the transfer", async () => {
  using scene = new TransferScene({ accepts: false });
  const sent = scene.send(SMALL);
  await scene.network.clock.sleep(100);
  await scene.receiver.say(SENDER, '{"_ft":"accept","tid":"t1"}');
  await scene.network.clock.sleep(5_000);
  await scene.receiver.say(SENDER, '{"_ft":"ack","tid":"t1","ok":false,"error":"hash mismatch"}');
  expect(await sent).toBe("the other agent could not take the files: hash mismatch");
});
