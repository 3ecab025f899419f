/**
 * Purchases that have begun and are not over: one private file each, written before the job is posted.
 * Whoever asks for the same thing at the same market again, after a crash, gets the document that was
 * posted then, with its idempotency key. What is over is removed, so that buying it again is a new job,
 * and so is what another process is still buying.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isOwnedName, isOwnerAlive, ownedName } from "@bazaar/guard/owner";
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
  /** It is over, however it ended. */
  readonly close: () => void;
}

export interface PurchasePlace {
  readonly market: string;
  readonly buyer: Party;
  /** The idempotency key, if the buyer has chosen one. */
  readonly key: string | null;
}

export class OpenPurchases {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  begin(wanted: JsonObject, { market, buyer, key }: PurchasePlace): OpenPurchase {
    const name = sha256Hex(chainJson([market, buyer, key, comparable(wanted)]));
    const left = this.#leftBehind(name);
    const document = (left === null ? null : readDocument(left)) ?? wanted;
    const path = join(this.#directory, `${name}.${ownerName()}.json`);
    writeWhole(path, chainJson(document));
    if (left !== null) rmSync(left, { force: true });
    return {
      document,
      close: () => rmSync(path, { force: true }),
    };
  }

  /** The same purchase of a process that has ended. */
  #leftBehind(name: string): string | null {
    if (!existsSync(this.#directory)) return null;
    for (const file of readdirSync(this.#directory)) {
      const [of = "", owner = ""] = file.split(".");
      if (of === name && !isBeingBought(owner)) return join(this.#directory, file);
    }
    return null;
  }
}

/** After a restart of the machine another process has the same id. Only Linux tells them apart. */
function ownerName(): string {
  return process.platform === "linux" ? ownedName() : String(process.pid);
}

function isBeingBought(owner: string): boolean {
  if (isOwnedName(owner)) return isOwnerAlive(owner);
  try {
    return process.kill(Number(owner), 0);
  } catch {
    // There is none, or it is somebody else's, who cannot be this buyer.
    return false;
  }
}

/** Null for half a file: it was written before anything was posted. */
function readDocument(path: string): JsonObject | null {
  const json = parseJson(readFileSync(path, "utf8"));
  return json.ok && isJsonObject(json.value) ? json.value : null;
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
