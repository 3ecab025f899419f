/** Two agents on one network, one of which sends files to the other. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PacedPort } from "../paced-port.ts";
import { PendingOffers } from "../pending-offers.ts";
import { type Received, receiveFiles } from "../receive-files.ts";
import { sendFiles } from "../send-files.ts";
import type { PlainFile } from "../slurp/pack.ts";
import type { TransferStep } from "../transfer.ts";
import { Network } from "./network.ts";

export const SENDER = "ada";
export const RECEIVER = "bo";

export class TransferScene implements Disposable {
  readonly network = new Network();
  readonly folder = mkdtempSync(join(tmpdir(), "transfer-"));
  readonly sender = new PacedPort(this.network.join(SENDER), this.network.clock);
  readonly receiver = new PacedPort(this.network.join(RECEIVER), this.network.clock);
  readonly stopSending = new AbortController();
  readonly stopReceiving = new AbortController();
  readonly steps: TransferStep[] = [];
  readonly offers: PendingOffers;
  /** What became of each accepted offer. */
  readonly received: Promise<Received>[] = [];
  replaces = false;
  #ids = 0;

  constructor({ accepts = true } = {}) {
    const { clock } = this.network;
    this.offers = new PendingOffers(this.receiver, clock, ({ offer }) => {
      if (accepts) this.received.push(this.accept(offer.tid));
    });
  }

  send(files: readonly PlainFile[], to = RECEIVER): Promise<string | null> {
    const needs = {
      port: this.sender,
      clock: this.network.clock,
      newId: () => `t${++this.#ids}`,
      senderNick: "Ada",
      onStep: (step: TransferStep) => void this.steps.push(step),
      signal: this.stopSending.signal,
    };
    return sendFiles(needs, to, files);
  }

  async accept(tid: string): Promise<Received> {
    const pending = this.offers.take(tid);
    if (pending === null) return { ok: false, problem: "not found" };
    const needs = {
      port: this.receiver,
      clock: this.network.clock,
      onStep: (step: TransferStep) => void this.steps.push(step),
      signal: this.stopReceiving.signal,
      folder: this.folder,
      replaces: this.replaces,
    };
    return receiveFiles(needs, pending.from, pending.offer);
  }

  /** The files of the folder, by path. */
  files(): ReadonlyMap<string, Buffer> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [path.slice(this.folder.length + 1), readFileSync(path)]));
  }

  [Symbol.dispose](): void {
    this.offers[Symbol.dispose]();
    rmSync(this.folder, { recursive: true });
  }
}

/** A text that fills about so many chunks. */
export function longText(chunks: number): Buffer {
  const line = `${"0123456789abcdef".repeat(4)}\n`;
  return Buffer.from(line.repeat(Math.ceil((chunks * 2 ** 20) / line.length) - 100));
}
