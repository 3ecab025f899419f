/**
 * Offers files to another agent and sends them once it accepts: the chunks, then `complete`, until
 * the other side has confirmed that it has them.
 *
 * The server confirms no chunk. A receiver that misses some can name them with its `ack`, and they
 * are sent again; earlier receivers end the transfer instead.
 */
import { inertText } from "@bazaar/kernel";
import { contentHash } from "./content-hash.ts";
import { Inbox } from "./inbox.ts";
import { MAX_DIRECT_LENGTH, OFFER_MS, TRANSFER_MS } from "./limits.ts";
import { sendableProblem, totalSize } from "./sendable.ts";
import { type PlainFile, packSlurp } from "./slurp/pack.ts";
import { splitChunks } from "./split-chunks.ts";
import { CANCELLED, moved, NOT_SENT, type TransferNeeds, untilSent } from "./transfer.ts";
import { type Offer, type TransferMessage, transferText } from "./transfer-message.ts";

export interface SendNeeds extends TransferNeeds {
  /** A new id that nobody can guess. */
  readonly newId: () => string;
  readonly senderNick: string;
}

interface Sending {
  readonly needs: SendNeeds;
  readonly to: string;
  readonly offer: Offer;
  readonly chunks: readonly string[];
  readonly inbox: Inbox;
}

/** How often a receiver may miss chunks. */
const MAX_ROUNDS = 5;
/** A server drops what a slow connection has not read yet, so what was missed is sent more slowly. */
const AGAIN_MS = 1_000;
/**
 * Servers take a message a second from an agent. Earlier receivers send their `ack` at once and never
 * again, so it must not come within a second after their `accept`.
 */
const ACCEPTED_MS = 1_050;

/** Null once the other agent has confirmed the files; else why it has not, in a sentence. */
export async function sendFiles(
  needs: SendNeeds,
  to: string,
  files: readonly PlainFile[],
): Promise<string | null> {
  const sized = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  const problem = sendableProblem(sized);
  if (problem !== null) return problem;
  const { port, clock, onStep, senderNick, signal } = needs;
  const archive = packSlurp(`files from ${senderNick}`, files, clock.nowMs());
  const chunks = splitChunks(archive);
  const offer: Offer = {
    kind: "offer",
    tid: needs.newId(),
    files: sized.map(({ path: name, size }) => ({ name, size })),
    totalSize: totalSize(sized),
    sha256: contentHash(archive),
    chunks: chunks.length,
    senderNick,
  };
  const text = transferText(offer);
  if (text.length > MAX_DIRECT_LENGTH) {
    return `the offer has ${text.length} characters, and a message at most ${MAX_DIRECT_LENGTH}; send fewer files, or files with shorter names`;
  }
  using inbox = new Inbox(port, clock, to, offer.tid);
  const said = await port.say(to, text);
  if (said !== "sent") return NOT_SENT[said];
  onStep({ kind: "offered", offer });
  const sending = { needs, to, offer, chunks, inbox };
  const ended = (await untilAccepted(sending)) ?? (await untilConfirmed(sending));
  // So that the other side neither accepts nor waits.
  if (signal.aborted && ended !== null) {
    await port.say(to, transferText({ kind: "reject", tid: offer.tid }));
  }
  return ended;
}

async function untilAccepted({ needs, inbox }: Sending): Promise<string | null> {
  const { clock, onStep, signal } = needs;
  const untilMs = clock.nowMs() + OFFER_MS;
  for (;;) {
    const answer = await inbox.next(untilMs, signal);
    if (answer === null) return signal.aborted ? CANCELLED : "the offer was not answered in time";
    if (answer.kind === "accept") break;
    const problem = refusal(answer);
    if (problem !== null) return problem;
  }
  onStep({ kind: "accepted" });
  return null;
}

async function untilConfirmed(sending: Sending): Promise<string | null> {
  const { needs, to, inbox, offer } = sending;
  const { port, clock, signal } = needs;
  const { tid, sha256 } = offer;
  const completed = transferText({ kind: "complete", tid, sha256 });
  const acceptedAtMs = clock.nowMs();
  let missing = new Set(sending.chunks.keys());
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const early = await sendChunks(sending, missing, round === 1 ? 0 : AGAIN_MS);
    if (early !== null) return early.problem;
    await clock.sleep(Math.max(0, acceptedAtMs + ACCEPTED_MS - clock.nowMs()), signal);
    if (signal.aborted) return CANCELLED;
    const untilMs = clock.nowMs() + TRANSFER_MS;
    const unsaid = await untilSent(needs, untilMs, () => port.say(to, completed));
    if (unsaid !== null) return unsaid;
    const answer = await nextAck(inbox, untilMs, signal);
    if (answer === null) {
      return signal.aborted ? CANCELLED : "the other agent did not confirm the files in time";
    }
    missing = new Set(missingIn(answer).filter((idx) => idx < offer.chunks));
    if (missing.size === 0) return refusal(answer);
  }
  return "the other agent still misses parts of the files; try again later";
}

interface Ended {
  /** Null if the other agent has confirmed the files. */
  readonly problem: string | null;
}

/** Null once all of them are sent. */
async function sendChunks(
  { needs, to, offer, chunks, inbox }: Sending,
  indexes: ReadonlySet<number>,
  pauseMs: number,
): Promise<Ended | null> {
  const untilMs = needs.clock.nowMs() + TRANSFER_MS;
  let count = offer.chunks - indexes.size;
  for (const idx of indexes) {
    await needs.clock.sleep(pauseMs, needs.signal);
    if (needs.signal.aborted) return { problem: CANCELLED };
    for (let answer = inbox.poll(); answer !== null; answer = inbox.poll()) {
      // A request for chunks that is repeated meanwhile ends nothing.
      const isEnd = answer.kind === "ack" || answer.kind === "reject";
      if (isEnd && missingIn(answer).length === 0) return { problem: refusal(answer) };
    }
    const { tid, chunks: total } = offer;
    const text = transferText({ kind: "chunk", tid, idx, total, data: chunks[idx] ?? "" });
    const problem = await untilSent(needs, untilMs, () => needs.port.sendChunk(to, text));
    if (problem !== null) return { problem };
    count += 1;
    needs.onStep(moved(offer, count));
  }
  return null;
}

function missingIn(answer: TransferMessage): readonly number[] {
  return answer.kind === "ack" && !answer.ok ? (answer.missing ?? []) : [];
}

async function nextAck(
  inbox: Inbox,
  untilMs: number,
  signal: AbortSignal,
): Promise<TransferMessage | null> {
  for (;;) {
    const answer = await inbox.next(untilMs, signal);
    if (answer === null || answer.kind === "ack" || answer.kind === "reject") return answer;
  }
}

/** Null for an answer that is no refusal. */
function refusal(answer: TransferMessage): string | null {
  if (answer.kind === "reject") return "the other agent declined the files";
  if (answer.kind !== "ack" || answer.ok) return null;
  const reason = answer.error === undefined ? "it gave no reason" : inertText(answer.error);
  return `the other agent could not take the files: ${reason}`;
}
