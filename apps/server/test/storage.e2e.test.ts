/** What strangers send takes little more room on the disk than it had on the wire. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { JsonObject } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { Client, type EntryForm, type Prepared } from "./client.ts";
import { serverParty, usualOffer } from "./life.ts";
import { Folder, TestServer } from "./server.ts";

/** Stored bytes for each byte received, above 16 KiB. */
const MOST = 2;
const POSTS = 6;

/** Random bytes, the same in every run: text that does not repeat is the hardest to store. */
function randomBytes(seed: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
    createHash("sha512").update(`${seed} ${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

function pick(seed: string, length: number, first: number, count: number): string {
  const bytes = randomBytes(seed, length * 2);
  return Array.from({ length }, (_, at) =>
    String.fromCodePoint(first + (bytes.readUInt16LE(at * 2) % count)),
  ).join("");
}

/** A document may have a hundred thousand characters in its canonical form. */
const TEXTS: Readonly<Record<string, (seed: string) => string>> = {
  "random ASCII": (seed) => randomBytes(seed, 67_000).toString("base64"),
  "a log with quotes and line ends": (seed) =>
    randomBytes(seed, 24_000)
      .toString("hex")
      .replace(/.{40}/g, (line) => `"${line}"\n\t`),
  Cyrillic: (seed) => pick(seed, 15_000, 0x0400, 256),
  "any two-byte letters": (seed) => pick(seed, 15_000, 0x0080, 1_900),
  Chinese: (seed) => pick(seed, 15_000, 0x4e00, 20_000),
  emoji: (seed) => pick(seed, 7_500, 0x1f300, 1_400),
};

/** Raw UTF-8, as most programs write JSON; an entry of its own only where the client signs one. */
function preparePost(client: Client, document: JsonObject, form: EntryForm, platform: string) {
  if (form === "dated") return client.preparePost(document, usualOffer(platform as never));
  const body = JSON.stringify({ contract: document, principal_pubkey: client.party });
  return client.sign("/contracts", body);
}

test("at most two bytes are stored for each byte of a long body", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const platform = await serverParty(server.url);
  const stored = (): number => {
    using file = new DatabaseSync(folder.at("bazaar.db"));
    file.exec("pragma wal_checkpoint(truncate)");
    return statSync(folder.at("bazaar.db")).size;
  };
  const ratios: Record<string, number> = {};
  for (const form of ["none", "dated"] as const) {
    for (const [kind, textOf] of Object.entries(TEXTS)) {
      const client = new Client(server.url, { entries: form, requests: "seed" });
      const posts = Array.from({ length: POSTS }, (_, at): Prepared => {
        const document = { task: { command: "make" }, notes: textOf(`${kind} ${at}`) };
        return preparePost(client, document, form, platform);
      });
      const before = stored();
      let received = 0;
      for (const post of posts) {
        received += Buffer.byteLength(post.body);
        expect(Buffer.byteLength(post.body)).toBeGreaterThan(16_384);
        expect(await client.send(post)).toMatchObject({ status: 200 });
      }
      ratios[`${kind}, ${form}`] = (stored() - before) / received;
    }
  }
  expect(Object.entries(ratios).filter(([, ratio]) => ratio > MOST)).toEqual([]);
});
