/**
 * The minimal server that the real one is compared with: it reads the same requests over node:http,
 * checks two signatures, parses the body, and commits two rows per act, in groups, before it
 * answers. It has no rules, money, limits, log or error handling.
 */
import { createPublicKey, hash, type KeyObject, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";

const PUBLIC_KEY_HEADER = "302a300506032b6570032100";
const SETTLED = JSON.stringify({ entries: [{ type: "settled" }] });

const db = new DatabaseSync(process.env.FIX_DB ?? ":memory:");
db.exec(`pragma journal_mode = WAL; pragma synchronous = FULL; pragma cache_size = -32768;
  pragma wal_autocheckpoint = 4096;
  create table entries (no integer primary key, contract text, seq integer, body text,
    unique (contract, seq)) strict;
  create table contracts (id text primary key, seq integer, state text) strict, without rowid;`);
const begin = db.prepare("begin immediate");
const addEntry = db.prepare("insert into entries (contract, seq, body) values (?, ?, ?)");
const setState = db.prepare("insert or replace into contracts (id, seq, state) values (?, ?, ?)");
const commit = db.prepare("commit");
const keys = new Map<string, KeyObject>();
let waiting: { readonly store: () => void; readonly answer: () => void }[] = [];

createServer((incoming, outgoing) => {
  if (incoming.method !== "POST") {
    outgoing.end(SETTLED);
    return;
  }
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => take(incoming, outgoing, Buffer.concat(chunks).toString("utf8")));
}).listen(0, "127.0.0.1", function (this: { address(): unknown }) {
  console.log(`listens on http://127.0.0.1:${(this.address() as AddressInfo).port}`);
});

function take({ url = "", headers }: IncomingMessage, outgoing: ServerResponse, body: string) {
  const key = keyOf(String(headers["x-fix-pubkey"]));
  const signature = Buffer.from(String(headers["x-fix-signature"]), "hex");
  const signed = Buffer.from(`POST|${url}|${body}|${headers["x-fix-timestamp"]}`);
  const { chain_entry: entry } = JSON.parse(body);
  const text = JSON.stringify(entry);
  // The second stands for the entry's own signature, which costs the same.
  const isGood = verify(null, signed, key, signature) && verify(null, signed, key, signature);
  if (!isGood) {
    outgoing.writeHead(401).end();
    return;
  }
  const head = hash("sha256", text, "hex");
  const contract = entry.seq === 0 ? head : url.slice(0, 43);
  if (waiting.length === 0) setImmediate(flush);
  waiting.push({
    store: () => {
      addEntry.run(contract, entry.seq, text);
      setState.run(contract, entry.seq, text);
    },
    answer: () => {
      const answer = JSON.stringify({ head, status: "open", seq: entry.seq });
      outgoing.writeHead(200, {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(answer),
      });
      outgoing.end(answer);
    },
  });
}

function flush(): void {
  const group = waiting;
  waiting = [];
  begin.run();
  for (const { store } of group) store();
  commit.run();
  for (const { answer } of group) answer();
}

function keyOf(pubkey: string): KeyObject {
  const known = keys.get(pubkey);
  if (known !== undefined) return known;
  const der = Buffer.from(PUBLIC_KEY_HEADER + pubkey, "hex");
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  keys.set(pubkey, key);
  return key;
}
