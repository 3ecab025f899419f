/**
 * Accepts an offer, collects the chunks from the agent that made it and from nobody else, and saves
 * the files. Nothing is written before the hash of the whole archive was checked.
 */
import { mkdirSync } from "node:fs";
import { Assembly } from "./assembly.ts";
import { contentHash } from "./content-hash.ts";
import { Inbox } from "./inbox.ts";
import { TRANSFER_MS } from "./limits.ts";
import { type Saved, saveFiles } from "./save-files.ts";
import type { PlainFile } from "./slurp/pack.ts";
import { unpackSlurp } from "./slurp/unpack.ts";
import { CANCELLED, moved, NOT_SENT, type TransferNeeds, untilSent } from "./transfer.ts";
import { type Offer, transferText } from "./transfer-message.ts";

export interface ReceiveNeeds extends TransferNeeds {
  readonly folder: string;
  readonly replaces: boolean;
}

export type Received =
  | ({ readonly ok: true } & Saved)
  /** A sentence. Nothing was written. */
  | { readonly ok: false; readonly problem: string };

interface Ended {
  readonly received: Received;
  /** What the sender is told if it failed; null also if the sender ended the transfer itself. */
  readonly error: string | null;
}

/** How long chunks may come after `complete`, before the missing ones are asked for. */
const LATE_MS = 3_000;
/** How long a sender that is away is told of the end. */
const ACK_MS = 10_000;
/** As many as fit into a message; the others are asked for afterwards. */
const MAX_NAMED = 500;

/** @throws a system error if the folder cannot be created; the offer is not accepted then. */
export async function receiveFiles(
  needs: ReceiveNeeds,
  from: string,
  offer: Offer,
): Promise<Received> {
  mkdirSync(needs.folder, { recursive: true });
  const { port, clock } = needs;
  const { tid } = offer;
  using inbox = new Inbox(port, clock, from, tid);
  const said = await port.say(from, transferText({ kind: "accept", tid }));
  if (said !== "sent") return { ok: false, problem: NOT_SENT[said] };
  needs.onStep({ kind: "accepted" });
  const collected = await collect(needs, inbox, from, offer);
  const { received, error } =
    typeof collected === "string" ? save(needs, collected, offer) : collected;
  if (received.ok || error !== null) {
    const ack = { kind: "ack", tid, ok: error === null, ...(error !== null && { error }) } as const;
    // Whether the sender hears of it changes nothing here.
    await untilSent(needs, clock.nowMs() + ACK_MS, () => port.say(from, transferText(ack)));
  }
  return received;
}

/** The archive, as soon as all of it is there and the sender has said so. */
async function collect(
  needs: ReceiveNeeds,
  inbox: Inbox,
  from: string,
  offer: Offer,
): Promise<string | Ended> {
  const { port, clock, onStep, signal } = needs;
  const { tid, chunks } = offer;
  const untilMs = clock.nowMs() + TRANSFER_MS;
  const assembly = new Assembly(chunks);
  let isComplete = false;
  let askAtMs = untilMs;
  while (!isComplete || assembly.count < chunks) {
    const message = await inbox.next(Math.min(untilMs, askAtMs), signal);
    if (message === null && (signal.aborted || clock.nowMs() >= untilMs)) {
      return signal.aborted ? failed(CANCELLED, "cancelled") : late(assembly.count, chunks);
    }
    switch (message?.kind) {
      case undefined: {
        const missing = assembly.missing().slice(0, MAX_NAMED);
        const ack = { kind: "ack", tid, ok: false, error: "chunks are missing", missing } as const;
        await untilSent(needs, untilMs, () => port.say(from, transferText(ack)));
        askAtMs = untilMs;
        break;
      }
      case "chunk":
        if (assembly.add(message)) onStep(moved(offer, assembly.count));
        if (assembly.isTooLarge) return failed("the archive is too large", "too large");
        break;
      case "complete":
        if (message.sha256 !== offer.sha256) return mismatch();
        isComplete = true;
        askAtMs = clock.nowMs() + LATE_MS;
        break;
      case "reject":
        return failed("the other agent cancelled the transfer", null);
    }
  }
  return assembly.archive();
}

function failed(problem: string, error: string | null): Ended {
  return { received: { ok: false, problem }, error };
}

function late(count: number, chunks: number): Ended {
  const seconds = TRANSFER_MS / 1_000;
  return failed(`${count} of ${chunks} parts came within ${seconds} seconds`, "timeout");
}

function mismatch(): Ended {
  return failed("what came is not what was offered: its hash differs", "hash mismatch");
}

function save({ folder, replaces }: ReceiveNeeds, archive: string, offer: Offer): Ended {
  if (contentHash(archive) !== offer.sha256) return mismatch();
  const unpacked = unpackSlurp(archive);
  if (typeof unpacked === "string") {
    return failed(`the archive cannot be unpacked: ${unpacked}`, unpacked);
  }
  const problems = new Map(unpacked.files.map((file) => [file, unofferedProblem(file, offer)]));
  const offered = unpacked.files.filter((file) => problems.get(file) === null);
  const unoffered = [...problems].flatMap(([{ path }, problem]) =>
    problem === null ? [] : [{ path, problem }],
  );
  const { saved, skipped } = saveFiles(folder, offered, { replaces });
  const all = [...unpacked.skipped, ...unoffered, ...skipped];
  const received = { ok: true, saved, skipped: all } as const;
  return { received, error: saved.length === 0 ? "no file was saved" : null };
}

/** Only what the offer showed was accepted. */
function unofferedProblem({ path, bytes }: PlainFile, { files }: Offer): string | null {
  const offered = files.find(({ name }) => name === path);
  if (offered === undefined) return "it was not offered";
  // Without a hash, a line end is added that the file may not have had.
  return bytes.length > offered.size + 1 ? "it is larger than was offered" : null;
}
