/**
 * The process that runs one check again. What strangers wrote may keep it busy as long as it likes: the
 * server goes on, and ends it.
 */
import { replayHandedIn } from "@bazaar/judges/replay";
import {
  type ContractId,
  chainJson,
  invariant,
  type Json,
  type Party,
  parseJson,
  type Verdict,
} from "@bazaar/kernel";
import { type Place, sandboxFor } from "./check-sandbox.ts";

/** The only argument of the process. No command of the program has this name. */
export const CHECK_PROCESS = "run-one-check";

/** Terms and evidence are sent as text: a fraction is an object, which does not survive otherwise. */
export interface Question {
  readonly is: "question";
  readonly contract: ContractId;
  readonly terms: string;
  readonly result: string;
  readonly provider: Party;
  readonly sampleSeed: string;
  readonly leftMs: number;
  readonly place: Place;
}

/** What the server sends. */
export type ToCheck =
  | Question
  | { readonly is: "artifact"; readonly read: number; readonly content: ArtifactContent }
  | { readonly is: "stop" };

type ArtifactContent = Uint8Array | "too_long" | null;

/** What it is sent. */
export type FromCheck =
  | { readonly is: "read"; readonly read: number; readonly hash: string; readonly maxBytes: number }
  | { readonly is: "no_sandbox"; readonly because: string }
  | { readonly is: "checked"; readonly verdict: Verdict; readonly evidence: string };

/** Answers one question, and ends with the server. */
export function runCheckProcess(): void {
  // The server decides when it ends: a signal to the whole group is not for this process.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit());
  const reads: Reads = [];
  const stopping = new AbortController();
  process.on("message", (message: ToCheck) => {
    if (message.is === "artifact") reads[message.read]?.(message.content);
    else if (message.is === "stop") stopping.abort();
    else void answer(message, reads, stopping.signal).then(send);
  });
}

/** Who waits for an artifact, by number. */
type Reads = ((content: ArtifactContent) => void)[];

async function answer(
  { contract, terms, result, provider, sampleSeed, leftMs, place }: Question,
  reads: Reads,
  signal: AbortSignal,
): Promise<FromCheck> {
  const endsMs = performance.now() + leftMs;
  const { verdict, evidence } = await replayHandedIn(
    { contract, terms: jsonOf(terms), result, provider, sampleSeed },
    {
      openSandbox: sandboxFor(place, (because) => send({ is: "no_sandbox", because })),
      readArtifact(hash, maxBytes) {
        const { promise, resolve } = Promise.withResolvers<ArtifactContent>();
        const read = reads.push(resolve) - 1;
        send({ is: "read", read, hash, maxBytes });
        return promise;
      },
      leftMs: () => endsMs - performance.now(),
      signal,
    },
  );
  return { is: "checked", verdict, evidence: chainJson(evidence) };
}

function send(message: FromCheck): void {
  process.send?.(message);
}

export function jsonOf(text: string): Json {
  const parsed = parseJson(text);
  invariant(parsed.ok, "what was written as JSON can be read");
  return parsed.value;
}
