/** Says who this is, and proves it where there is a key. */
import { pemOf, type Signer } from "@bazaar/kernel";
import { type ChatProblem, localProblem, type Me } from "./chat-event.ts";
import type { Link } from "./link.ts";

export type Entered =
  | { readonly is: "in"; readonly me: Me }
  /** With `isFinal`, another try would be refused as well. */
  | { readonly is: "out"; readonly problem: ChatProblem; readonly isFinal: boolean };

/** What may be different at the next try. */
const PASSING: ReadonlySet<string> = new Set([
  "RATE_LIMITED",
  "UNAVAILABLE",
  "VERIFICATION_EXPIRED",
]);

export async function enter(
  link: Link,
  name: string,
  signer: Signer | null,
  nowMs: number,
): Promise<Entered> {
  link.sendFirst({
    type: "IDENTIFY",
    name,
    ...(signer === null ? {} : { pubkey: pemOf(signer.party) }),
  });
  for (;;) {
    const frame = await link.next();
    switch (frame?.type) {
      case undefined:
        return { is: "out", problem: localProblem("offline", await link.closed), isFinal: false };
      case "welcome": {
        const { id, name: shown, server, isVerified } = frame;
        return { is: "in", me: { id, name: shown, server, isVerified } };
      }
      case "challenge":
        if (signer !== null) link.send(proof(signer, frame, nowMs));
        break;
      case "error": {
        const { problem } = frame;
        return { is: "out", problem, isFinal: !PASSING.has(problem.code) };
      }
      case "removed":
        return { is: "out", problem: frame.problem, isFinal: true };
      default:
    }
  }
}

function proof(
  signer: Signer,
  { challengeId, nonce }: { readonly challengeId: string; readonly nonce: string },
  timestamp: number,
): object {
  const text = `AGENTCHAT_AUTH|${nonce}|${challengeId}|${timestamp}`;
  const signature = signedBase64(signer, text);
  return { type: "VERIFY_IDENTITY", challenge_id: challengeId, signature, timestamp };
}

export function signedBase64(signer: Signer, text: string): string {
  return Buffer.from(signer.sign(text), "hex").toString("base64");
}
