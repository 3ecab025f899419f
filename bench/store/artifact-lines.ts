/** How long acts wait for their turn while a large artifact is stored, read or removed beside them. */
import { createHash } from "node:crypto";
import type { Upload } from "@bazaar/market/ports";
import type { SqliteStore } from "@bazaar/store/sqlite";
import { fulfilled, PRINCIPAL, rehearse } from "@bazaar/testkit";
import { percentile } from "../../tools/soak/percentile.ts";
import type { Line } from "../measure.ts";

const MEBIBYTE = 1 << 20;
const BYTES = 64 * MEBIBYTE;
const PIECE = Buffer.alloc(65_536, "artifact");
const ALONE_MS = 2_000;
const LIMITS = { bytes: BYTES, ownerBytes: BYTES, ownerCount: 1, totalBytes: BYTES };
/** Far from the numbers of the other measurements. */
const FIRST_NUMBER = 1_000_000;

export async function artifactLines(store: SqliteStore): Promise<readonly Line[]> {
  const acts = actsFrom(FIRST_NUMBER);
  const { artifacts } = store;
  const upload = uploadOf();
  const alone = await actBeside(store, acts, () => wait(ALONE_MS));
  const beside = [
    { what: "kept", ...(await actBeside(store, acts, () => artifacts.keep(upload, LIMITS))) },
    { what: "read", ...(await actBeside(store, acts, () => readAll(store, upload.hash))) },
    { what: "removed", ...(await actBeside(store, acts, () => artifacts.expire(Date.now(), 1))) },
  ];
  return beside.map(({ what, waitsMs, seconds }) => ({
    what: `act while 64 MiB are ${what}, p99 and longest`,
    figure: `${figureOf(waitsMs)} ms`,
    reference: `no artifact ${figureOf(alone.waitsMs)} ms; ${(BYTES / MEBIBYTE / seconds).toFixed(0)} MiB/s`,
    ratio: percentile(alone.waitsMs, 0.99) / percentile(waitsMs, 0.99),
    target: null,
  }));
}

function figureOf(waitsMs: readonly number[]): string {
  return `${percentile(waitsMs, 0.99).toFixed(1)}, ${Math.max(...waitsMs).toFixed(1)}`;
}

function* actsFrom(first: number) {
  for (let number = first; ; number += 1) yield* fulfilled(rehearse(number));
}

/** Stores one act after the other until the work is done. */
async function actBeside(
  store: SqliteStore,
  acts: ReturnType<typeof actsFrom>,
  work: () => Promise<unknown>,
) {
  let isDone = false;
  const startedMs = performance.now();
  const done = work().then(() => {
    isDone = true;
    return (performance.now() - startedMs) / 1_000;
  });
  const waitsMs: number[] = [];
  while (!isDone) {
    const { value: write } = acts.next();
    if (write === undefined) throw new Error("there are always more acts");
    const sentMs = performance.now();
    const [answer] = await store.commit([write]);
    if (answer?.is !== "stored") throw new Error(`not stored: ${answer?.is}`);
    waitsMs.push(performance.now() - sentMs);
  }
  return { waitsMs, seconds: await done };
}

async function readAll(store: SqliteStore, hash: string): Promise<void> {
  const opened = await store.artifacts.open(hash);
  let bytes = 0;
  for await (const piece of opened?.content ?? []) bytes += piece.length;
  if (bytes !== BYTES) throw new Error(`read ${bytes} of ${BYTES} bytes`);
}

function uploadOf(): Upload {
  const digest = createHash("sha256");
  for (let at = 0; at < BYTES; at += PIECE.length) digest.update(PIECE);
  const stated = { owner: PRINCIPAL.party, hash: digest.digest("hex"), bytes: BYTES };
  return { ...stated, content: pieces(), createdMs: 0, expiresMs: 1 };
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < BYTES; at += PIECE.length) yield PIECE;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
