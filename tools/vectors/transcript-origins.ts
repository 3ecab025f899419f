/** The vectors of parties that write no entries: a principal on Nostr, an agent in a chat. */
import {
  type ActType,
  chainJson,
  chatOrigin,
  chatProposalId,
  contractId,
  type JsonObject,
  NOSTR_ACT_KIND,
  nostrOrigin,
  type Party,
  publicKeyHex,
  type Signer,
  sha256Hex,
  type Transcript,
  termsJson,
  transcriptJson,
} from "@bazaar/kernel";
import { schnorr } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { AGENT, at, type Broken, SERVER, Told, termsOf, withEntry } from "./transcript-teller.ts";

const SECRET = hexToBytes("06".repeat(32));
/** Instead of randomness, so that the file is the same every time. */
const NO_RANDOMNESS = new Uint8Array(32);

export const NOSTR: Signer = {
  party: `nostr:${bytesToHex(schnorr.getPublicKey(SECRET))}` as Party,
  sign: (text) => bytesToHex(schnorr.sign(sha256(utf8ToBytes(text)), SECRET, NO_RANDOMNESS)),
};

const CHALLENGE = "chal_1_00000000";

function eventOf(type: string, contract: string | null, data: JsonObject, ms: number): JsonObject {
  const named = contract === null ? [] : [["contract", contract]];
  const event = {
    pubkey: publicKeyHex(NOSTR.party) ?? "",
    createdAtSeconds: Math.floor(ms / 1_000),
    kind: NOSTR_ACT_KIND,
    tags: [...named, ["act", type]],
    content: chainJson(data),
  };
  const { pubkey, createdAtSeconds, kind, tags, content } = event;
  const text = JSON.stringify([0, pubkey, createdAtSeconds, kind, tags, content]);
  return nostrOrigin({ ...event, id: sha256Hex(text), signature: NOSTR.sign(text) });
}

function messageOf(type: string, said: JsonObject, texts: readonly string[]): JsonObject {
  return chatOrigin({
    type,
    fields: said,
    pubkey: publicKeyHex(AGENT.party) ?? "",
    signature: AGENT.sign([type, ...texts].join("|")),
    challenge: CHALLENGE,
  });
}

class Relayed extends Told {
  get id() {
    return contractId(this.terms);
  }

  event(type: ActType, data: JsonObject, contract: string | null = this.id): this {
    const origin = eventOf(type, contract, data, this.nowMs);
    return this.relay(NOSTR, type, { ...data, origin });
  }

  /** The proposal's id goes first in every message. */
  message(type: string, name: string, text: string, act: ActType, data: JsonObject): this {
    const proposal_id = chatProposalId(this.id);
    const origin = messageOf(type, { proposal_id, [name]: text }, [proposal_id, text]);
    return this.relay(AGENT, act, { ...data, origin });
  }
}

/** Neither side signs an entry, and every act is theirs all the same. */
export function nostrAndChat(): Relayed {
  const terms = termsOf({ principal: NOSTR.party, nonce: "08".repeat(32) });
  const proposal_id = chatProposalId(contractId(terms));
  const accepted = messageOf("ACCEPT", { proposal_id }, [proposal_id, "", ""]);
  const proof = "caf\u00e9 | \u{1f600}";
  return new Relayed(terms)
    .event("post", { terms: termsJson(terms) }, null)
    .wait(1)
    .act(AGENT, "bond")
    .relay(AGENT, "accept", { origin: accepted })
    .wait(5)
    .message("COMPLETE", "proof", proof, "fix", { fix: proof })
    .event("verify", { success: true, explanation: "two\nlines" });
}

/** Messages that were moved, changed or used again. */
export function brokenOrigins(): readonly Broken[] {
  const whole = nostrAndChat().transcript();
  const upTo = (seq: number): Transcript => ({
    ...whole,
    entries: whole.entries.slice(0, seq),
    receivedAt: whole.receivedAt.slice(0, seq),
  });
  const [fix, verify] = [whole.entries[3]?.data ?? {}, whole.entries[4]?.data ?? {}];
  const line = (
    name: string,
    seq: number,
    type: string,
    data: JsonObject,
    because: string | null,
  ) => {
    const transcript = transcriptJson(withEntry(upTo(seq), SERVER, { type, data }, 1_000));
    return { name, transcript, ...at(seq, because) };
  };
  const said = { success: true };
  const elsewhere = eventOf("verify", "ff".repeat(32), said, whole.receivedAt[4] ?? 0);
  const { id: _, ...event } = (verify.origin as { readonly event: JsonObject }).event;
  const renamed = { scheme: "nostr", event: { ...event, id: "00".repeat(32) } };
  const other = messageOf("COMPLETE", { proposal_id: "prop_1" }, ["prop_1", ""]);
  const talk = { message: "again", origin: fix.origin ?? null };
  return [
    line(
      "an event for another contract",
      4,
      "verify",
      { ...said, origin: elsewhere },
      "bad_origin",
    ),
    line("an event under another id", 4, "verify", { ...verify, origin: renamed }, "bad_origin"),
    line("an event with other data", 4, "verify", { ...verify, success: false }, "bad_origin"),
    line(
      "an event made another act",
      4,
      "review_accept",
      { origin: verify.origin ?? null },
      "bad_origin",
    ),
    line(
      "a chat message about another proposal",
      3,
      "fix",
      { fix: "", origin: other },
      "bad_origin",
    ),
    line("a chat message with other data", 3, "fix", { ...fix, explanation: "x" }, "bad_origin"),
    line("a chat message made another act", 3, "message", talk, "bad_origin"),
    line("a chat message behind two entries", 4, "fix", fix, null),
  ];
}
