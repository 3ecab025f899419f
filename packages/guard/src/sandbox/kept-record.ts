/**
 * The record beside a kept layer, from which another process reopens it: one line with a hash, one
 * line of JSON. It is only compared with the machine; where they differ, the layer is not reopened.
 * The hash detects damage, not malice: that only this user can write there is checked before.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Fields, fields, parseJson } from "@bazaar/kernel";
import type { Identity } from "../disk/identity.ts";
import { errorCode } from "../error-code.ts";
import { SANDBOX_KINDS, type SandboxKind } from "./sandbox-kind.ts";

export interface KeptTree {
  readonly at: string;
  /** Of the directory that it covers. */
  readonly identity: Identity;
  readonly rootMadeAtNs: bigint | null;
}

export interface KeptRecord {
  readonly id: string;
  readonly keptAtMs: number;
  readonly uid: number;
  readonly kind: SandboxKind;
  readonly marks: "trusted" | "user" | null;
  readonly directory: string;
  readonly identity: Identity;
  /** When the sandbox was first opened, however often it was kept. */
  readonly openedAtNs: bigint;
  /** In the order of the layer's directories. */
  readonly trees: readonly KeptTree[];
  readonly scratch: readonly string[];
  /** Of the list of names that were on the disk. */
  readonly namesHash: string;
  /** See `Keeping`. */
  readonly label: string | null;
}

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

const RECORD = "kept.json";
const PRIVATE = 0o600;
const PERMISSIONS = 0o7777;
const MAX_RECORD_BYTES = 2 ** 20;
const MAX_NAME = 200;
const MAX_PATH = 4_096;
const MAX_PLACES = 10_000;
const MAX_DIGITS = 20;
const SHA256_DIGITS = 64;

export function writeRecord(directory: string, record: KeptRecord): void {
  const text = JSON.stringify(record, (_, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
  writePrivate(join(directory, RECORD), `${hashOf(text)}\n${text}\n`);
}

export function readRecord(directory: string): Read<KeptRecord> {
  const bytes = readPrivate(join(directory, RECORD), MAX_RECORD_BYTES);
  if (!bytes.ok) return bytes;
  const [hash, text = "", ...rest] = bytes.value.toString("utf8").split("\n");
  const isWhole = rest.length === 1 && rest[0] === "" && hash === hashOf(text);
  if (!isWhole) return { ok: false, problem: `${RECORD} was changed after it was written` };
  const record = parseRecord(text);
  if (record === null) {
    return { ok: false, problem: `${RECORD} was written by another version of fix` };
  }
  return { ok: true, value: record };
}

export function hashOf(bytes: string | Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function writePrivate(path: string, bytes: string | Buffer): void {
  writeFileSync(path, bytes, { mode: PRIVATE, flag: "wx" });
}

/** A private file of this user, not behind a link. */
export function readPrivate(path: string, maxBytes: number): Read<Buffer> {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return { ok: false, problem: `${path} cannot be read: ${errorCode(error)}` };
  }
  try {
    const stats = fstatSync(file);
    const isOurs = stats.uid === process.geteuid?.() && (stats.mode & PERMISSIONS) === PRIVATE;
    if (!stats.isFile() || !isOurs || stats.nlink !== 1) {
      return { ok: false, problem: `${path} is not a private file of this user` };
    }
    if (stats.size > maxBytes) return { ok: false, problem: `${path} is too large` };
    return { ok: true, value: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

function parseRecord(text: string): KeptRecord | null {
  const json = parseJson(text);
  if (!json.ok) return null;
  const read = fields(json.value);
  const record: KeptRecord = {
    id: read.string("id", { min: 1, max: MAX_NAME }),
    keptAtMs: read.integer("keptAtMs", { max: Number.MAX_SAFE_INTEGER }),
    label: read.optional("label", (name) => read.string(name, { max: MAX_PATH })),
    uid: read.integer("uid", { max: Number.MAX_SAFE_INTEGER }),
    kind: read.oneOf("kind", SANDBOX_KINDS),
    marks: read.optional("marks", (name) => read.oneOf(name, ["trusted", "user"])),
    directory: path(read, "directory"),
    identity: identity(read),
    openedAtNs: big(read, "openedAtNs"),
    trees: read.array("trees", { max: MAX_PLACES }, (items, index) => {
      const tree = items.object(index);
      const rootMadeAtNs = tree.optional("rootMadeAtNs", (name) => big(tree, name));
      return { at: path(tree, "at"), identity: identity(tree), rootMadeAtNs };
    }),
    scratch: read.array("scratch", { max: MAX_PLACES }, path),
    namesHash: read.hex("namesHash", SHA256_DIGITS),
  };
  return read.problem === null ? record : null;
}

function path(read: Fields, name: string): string {
  const text = read.string(name, { min: 1, max: MAX_PATH });
  if (!text.startsWith("/") || text.includes("\0")) read.fault(name, "expected an absolute path");
  return text;
}

function identity(read: Fields): Identity {
  const inner = read.object("identity");
  const bornAtNs = inner.optional("bornAtNs", (name) => big(inner, name));
  return { ino: big(inner, "ino"), bornAtNs };
}

/** Written as text: most JSON readers would lose digits of a number. */
function big(read: Fields, name: string): bigint {
  const text = read.string(name, { min: 1, max: MAX_DIGITS });
  if (/^\d+$/.test(text)) return BigInt(text);
  read.fault(name, "expected digits");
  return 0n;
}
