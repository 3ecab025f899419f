/**
 * Sends the lines of an outbox in their order, each once.
 *
 * Of a line that may have been sent, because this process or the connection ended meanwhile, the kept
 * lines of its channel tell: a line is signed with the time of the attempt, so it can be told from an
 * equal one. Where they cannot tell, and for messages to one agent, it is not sent again, and said.
 */
import { type ChatClient, lineSignature, type SeenLine } from "@bazaar/doors/chat/connect";
import { type Clock, SYSTEM_CLOCK } from "@bazaar/doors/connection";
import type { Signer } from "@bazaar/kernel";
import type { PrintStep } from "../step-printer.ts";
import type { Attempt, OutboxFile, OutboxLine } from "./outbox-file.ts";

interface SendNeeds {
  readonly client: ChatClient;
  readonly signer: Signer;
  readonly outbox: OutboxFile;
  /** The server's time of the newest line of an agent in each channel; 0 if there was none. */
  readonly newestMs: Map<string, number>;
  readonly tell: PrintStep;
  readonly signal: AbortSignal;
}

const LOOK_MS = 200;
const RETRY_MS = 2_000;
/** Nothing was decided about the line. */
const UNDECIDED: ReadonlySet<string> = new Set([
  "offline",
  "unknown",
  "no_answer",
  "closed",
  "RATE_LIMITED",
  "UNAVAILABLE",
]);

export async function sendOutbox(needs: SendNeeds, clock: Clock = SYSTEM_CLOCK): Promise<void> {
  const { client, outbox, tell, signal } = needs;
  while (!signal.aborted) {
    const next = client.me === null ? null : outbox.next();
    if (next === null) {
      await clock.sleep(LOOK_MS, signal);
    } else if (typeof next.line === "string") {
      tell("refused", { because: next.line });
      outbox.setDone();
    } else if (!(await sendLine(needs, next.line, next.attempt, clock))) {
      await clock.sleep(RETRY_MS, signal);
    }
  }
}

/** False if it must be tried again. */
async function sendLine(
  needs: SendNeeds,
  line: OutboxLine,
  attempt: Attempt | null,
  clock: Clock,
): Promise<boolean> {
  const { client, outbox, newestMs, tell } = needs;
  const { to, content, inReplyTo } = line;
  const isChannel = to.startsWith("#");
  // Also where it is joined already: the answer has the kept lines.
  if (isChannel && (attempt !== null || !newestMs.has(to))) {
    const joined = await client.join(to);
    if (!joined.ok) return ended(needs, line, joined.problem);
    const { kept } = joined.value;
    if (attempt === null) newestMs.set(to, kept.at(-1)?.atMs ?? 0);
    else {
      const found = findSent(needs, line, attempt, kept);
      if (found !== "no") {
        tell(found === "yes" ? "sent" : "may_have_been_sent", { to, content });
        outbox.setDone();
        return true;
      }
    }
  } else if (attempt !== null) {
    tell("may_have_been_sent", { to, content });
    outbox.setDone();
    return true;
  }
  const atMs = clock.nowMs();
  outbox.setAttempt({ atMs, afterMs: newestMs.get(to) ?? null });
  const said = await client.say({
    to,
    content,
    atMs,
    ...(inReplyTo === null ? {} : { inReplyTo }),
  });
  if (!said.ok) return ended(needs, line, said.problem);
  tell("sent", { to, content });
  outbox.setDone();
  return true;
}

function ended(
  { outbox, tell }: SendNeeds,
  { to, content }: OutboxLine,
  { code, message }: { readonly code: string; readonly message: string },
): boolean {
  // It was not sent, so it need not be looked for.
  if (code === "offline") outbox.setAttempt(null);
  if (UNDECIDED.has(code)) return false;
  tell("refused", { to, content, because: `${code}: ${message}` });
  outbox.setDone();
  return true;
}

function findSent(
  { signer }: SendNeeds,
  { to, content }: OutboxLine,
  { atMs, afterMs }: Attempt,
  kept: readonly (SeenLine & { readonly signature: string | null })[],
): "yes" | "no" | "unclear" {
  const signature = lineSignature(signer, { to, content, atMs });
  if (kept.some((line) => line.signature === signature)) return "yes";
  const [oldest] = kept;
  // If what was there before is still there, nothing after it is missing.
  const isWhole = oldest === undefined ? afterMs === 0 : oldest.atMs <= (afterMs ?? 0);
  return isWhole ? "no" : "unclear";
}
