/** A process that uploads half of a large artifact, a line for each piece, and waits to be killed. */
import { setTimeout as afterMs } from "node:timers/promises";
import { SqliteStore } from "../src/sqlite/sqlite-store.ts";
import { UPLOADED, zeros } from "./large-artifact.ts";

const [path = ""] = process.argv.slice(2);
const store = new SqliteStore(path);
const { upload, limits } = UPLOADED;

async function* content(): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const piece of zeros()) {
    if (sent >= upload.bytes / 2) await afterMs(2 ** 31 - 1);
    process.stdout.write("piece\n");
    sent += piece.length;
    yield piece;
  }
}

await store.artifacts.keep({ ...upload, content: content() }, limits);
