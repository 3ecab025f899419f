/**
 * Purchases that have begun and are not over: one private file each, written before the job is posted.
 * Whoever asks for the same thing at the same market again, after a crash, gets the document that was
 * posted then, with its idempotency key, and what was noted beside it. What is over is removed, so that
 * buying it again is a new job, and so is what another process is still buying.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ownedName, ownerOf } from "@bazaar/guard/owner";
import { writeWhole } from "@bazaar/guard/write-whole";
import {
  chainJson,
  isJsonObject,
  type JsonObject,
  type Party,
  parseJson,
  sha256Hex,
} from "@bazaar/kernel";

/** Chosen anew each time, or packed differently of the same commit, which is compared. */
const NOT_COMPARED = new Set(["idempotency_key", "repo_bundle", "bundle"]);

export interface OpenPurchase {
  /** What to post. */
  readonly document: JsonObject;
  /** What this process, or the one before it, has noted. */
  readonly notes: JsonObject;
  /** On the disk when this returns. A note of the same name is replaced. */
  readonly note: (more: JsonObject) => void;
  /** It is over, however it ended. */
  readonly close: () => void;
}

export interface PurchasePlace {
  readonly market: string;
  readonly buyer: Party;
  /** The idempotency key, if the buyer has chosen one. */
  readonly key: string | null;
}

interface Begun {
  readonly document: JsonObject;
  readonly notes: JsonObject;
}

export class OpenPurchases {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** `identity` is what makes two purchases the same; without it, the document. */
  begin(wanted: JsonObject, place: PurchasePlace, identity = comparable(wanted)): OpenPurchase {
    return this.resume(place, identity) ?? this.#open(nameOf(place, identity), wanted, {});
  }

  /** The same purchase of a process that has ended; null: there is none. */
  resume(place: PurchasePlace, identity: JsonObject): OpenPurchase | null {
    const name = nameOf(place, identity);
    const left = this.#leftBehind(name);
    if (left === null) return null;
    const begun = readBegun(left);
    const opened = begun === null ? null : this.#open(name, begun.document, begun.notes);
    rmSync(left, { force: true });
    return opened;
  }

  #open(name: string, document: JsonObject, noted: JsonObject): OpenPurchase {
    const path = join(this.#directory, `${name}.${ownedName()}.json`);
    let notes = noted;
    const write = (): void => writeWhole(path, chainJson({ document, notes }));
    write();
    return {
      document,
      get notes() {
        return notes;
      },
      note: (more) => {
        notes = { ...notes, ...more };
        write();
      },
      close: () => rmSync(path, { force: true }),
    };
  }

  #leftBehind(name: string): string | null {
    if (!existsSync(this.#directory)) return null;
    for (const file of readdirSync(this.#directory)) {
      const [of = "", owner = ""] = file.split(".");
      if (of === name && ownerOf(owner) === "dead") return join(this.#directory, file);
    }
    return null;
  }
}

function nameOf({ market, buyer, key }: PurchasePlace, identity: JsonObject): string {
  return sha256Hex(chainJson([market, buyer, key, identity]));
}

/** Null for half a file: it was written before anything was posted. */
function readBegun(path: string): Begun | null {
  const json = parseJson(readFileSync(path, "utf8"));
  if (!json.ok || !isJsonObject(json.value)) return null;
  const { document = null, notes = null } = json.value;
  return isJsonObject(document) && isJsonObject(notes) ? { document, notes } : null;
}

/** The job hash follows from the payload. */
function comparable({ job_hash: _, payload = null, ...document }: JsonObject): JsonObject {
  return { ...document, payload: isJsonObject(payload) ? compared(payload) : null };
}

function compared(payload: JsonObject): JsonObject {
  const kept = Object.entries(payload).filter(([name]) => !NOT_COMPARED.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isJsonObject(value) ? compared(value) : value]),
  );
}
