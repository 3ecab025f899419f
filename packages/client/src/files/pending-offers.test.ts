import { expect, test } from "vitest";
import { contentHash } from "./content-hash.ts";
import { PendingOffers } from "./pending-offers.ts";
import { Network } from "./test/network.ts";

const OFFER = {
  _ft: "offer",
  tid: "t1",
  files: [{ name: "a.txt", size: 5 }],
  totalSize: 5,
  sha256: contentHash("x"),
  chunks: 1,
  senderNick: "Ada",
};

function listening() {
  const network = new Network();
  const heard: string[] = [];
  const offers = new PendingOffers(network.join("bo"), network.clock, ({ offer }) => {
    heard.push(offer.tid);
  });
  const say = async (from: string, words: unknown, way: "direct" | "chunk" = "direct") => {
    const port = network.join(from);
    await (way === "direct" ? port.say : port.sendChunk)("bo", JSON.stringify(words));
    await network.clock.sleep(1_000);
  };
  return { network, heard, offers, say };
}

test("an offer is kept for half an hour, and taken once", async () => {
  const { network, heard, offers, say } = listening();
  for (const tid of ["t1", "t2"]) await say("ada", { ...OFFER, tid });
  expect(heard).toEqual(["t1", "t2"]);
  expect(offers.take("t1")).toMatchObject({ from: "ada", offer: { senderNick: "Ada" } });
  expect(offers.take("t1")).toBeNull();
  await network.clock.sleep(30 * 60_000);
  expect(offers.take("t2")).toBeNull();
});

test("an offer that is repeated is announced once, and those of one agent are few", async () => {
  const { heard, offers, say } = listening();
  for (const tid of ["1", "1", "2", "3", "4", "5", "6"]) await say("ada", { ...OFFER, tid });
  await say("eve", OFFER);
  expect(heard).toEqual(["1", "2", "3", "4", "5", "t1"]);
  expect(offers.list()).toHaveLength(6);
});

test("all agents together have a hundred offers", async () => {
  const { offers, say } = listening();
  for (let at = 0; at < 105; at += 1) await say(`agent${at}`, OFFER);
  expect(offers.list()).toHaveLength(100);
});

test("only its sender withdraws an offer, and one id may belong to two agents", async () => {
  const { offers, say } = listening();
  await say("ada", OFFER);
  await say("eve", { _ft: "reject", tid: "t1" });
  expect(offers.list()).toHaveLength(1);
  await say("eve", { ...OFFER, senderNick: "Eve" });
  expect(offers.take("t1", "eve")?.offer.senderNick).toBe("Eve");
  await say("ada", { _ft: "reject", tid: "t1" });
  expect(offers.list()).toEqual([]);
});

test.each([
  { what: "more than 50 MiB", words: { totalSize: 50 * 2 ** 20 + 1 } },
  { what: "more files than may be sent", words: { files: Array(11).fill(OFFER.files[0]) } },
  { what: "no files", words: { files: [] } },
  { what: "a file without a name", words: { files: [{ name: "", size: 1 }] } },
  { what: "a negative size", words: { totalSize: -1 } },
  { what: "no chunks", words: { chunks: 0 } },
  { what: "many chunks", words: { chunks: 1_001 } },
  { what: "half a chunk", words: { chunks: 1.5 } },
  { what: "another hash", words: { sha256: "abc" } },
  { what: "no id", words: { tid: "" } },
  { what: "a long id", words: { tid: "x".repeat(65) } },
  { what: "an id that is no text", words: { tid: { toString: "t1" } } },
  { what: "another kind", words: { _ft: "__proto__" } },
])("an offer of $what is dropped", async ({ words }) => {
  const { offers, say } = listening();
  await say("ada", { ...OFFER, ...words });
  expect(offers.list()).toEqual([]);
  await say("ada", OFFER);
  expect(offers.list()).toHaveLength(1);
});

test("an offer in the frame of a chunk is dropped, and so is an ordinary message", async () => {
  const { offers, say } = listening();
  await say("ada", OFFER, "chunk");
  for (const words of ["hello", '"_ft"', null, ["_ft"], 7, { _ft: ["offer"] }]) {
    await say("ada", words);
  }
  expect(offers.list()).toEqual([]);
});
