/** Contracts that were paid, for the tests of receipts. */
import {
  AGENT,
  budgetPot,
  fixed,
  PRINCIPAL,
  RIVAL,
  resultEnvelope,
  SERVER,
  type Story,
  sampleTerms,
  story,
  toyVerify,
} from "@bazaar/testkit";
import { chainJson } from "../../canonical/chain-json.ts";
import { Float, type JsonObject } from "../../canonical/json.ts";
import { rfc8785Hash } from "../../canonical/rfc8785.ts";
import type { Terms } from "../../contract/terms.ts";
import type { Party } from "../../identity/party.ts";
import type { Signer } from "../../identity/signer.ts";
import { invariant } from "../../invariant.ts";
import { BTC } from "../../money/asset.ts";
import type { Transcript } from "../../transcript/verify-transcript.ts";
import type { Receipt, SignedReceipt } from "../receipt.ts";
import { receiptsOf } from "../receipts-of.ts";
import { signReceipt } from "../sign-receipt.ts";

export const EVIDENCE: JsonObject = { exit_code: 0n, seconds: new Float(1.5) };
export const TRAJECTORY_HASH = `sha256:${"7a".repeat(32)}`;

/** A failed command, repaired and paid in test XNO. */
export function paidCommand(): Story {
  return fixed()
    .act(PRINCIPAL, "verify", { success: true, evidence: EVIDENCE })
    .wait(1.5)
    .act(SERVER, "settled");
}

export function hashOf(value: JsonObject): string {
  const hash = rfc8785Hash(value, "doubles");
  invariant(hash.ok, "the payload can be hashed");
  return hash.value;
}

export const PAYLOAD: JsonObject = {
  title: "a broken build",
  time_limit_secs: 600n,
  temperature: new Float(0.1),
};

export function jobTerms(changes: JsonObject = {}): Terms {
  const asset = BTC;
  const bounty = 1_000_001n;
  const spec = {
    schema_id: "oa.patch_gen.v1",
    schema_version: "1.0.0",
    job_hash: hashOf(PAYLOAD),
    payload: PAYLOAD,
    ...changes,
  };
  return sampleTerms({
    work: { kind: "patch", spec },
    pots: [{ ...budgetPot(), asset, bounty, due: { principal: bounty, agent: 0n } } as never],
    rules: { looksFirst: false },
    document: { policy_bundle_id: "policy-7", approval_rule_id: "under-5-dollars" },
  });
}

/** The text of a result, as providers hand it in. */
export function result(
  changes: JsonObject = {},
  payload: JsonObject = {},
  provider: Party = AGENT.party,
): string {
  const trajectory = { trajectory_id: "trajectory-1", trajectory_hash: TRAJECTORY_HASH };
  return chainJson({
    ...resultEnvelope("oa.patch_gen.v1", provider, { ...trajectory, ...payload }),
    job_hash: hashOf(PAYLOAD),
    ...changes,
  });
}

/** A job of one schema, paid in millisatoshi with shares for an author and a referrer. */
export function paidJob(fix: string = result(), terms = jobTerms(), agent: Signer = AGENT): Story {
  return story(terms)
    .act(agent, "accept")
    .act(agent, "fix", { fix })
    .act(PRINCIPAL, "verify", { success: true, evidence: EVIDENCE })
    .act(SERVER, "settled");
}

/** The first agent hands in a result and leaves late; the second does the work. */
export function paidSecondAgent(): Story {
  return fixed()
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "back_out")
    .act(RIVAL, "bond")
    .act(RIVAL, "accept")
    .act(RIVAL, "fix")
    .act(PRINCIPAL, "verify", { success: true, evidence: EVIDENCE })
    .act(SERVER, "settled");
}

export function receiptsIn(transcript: Transcript): readonly Receipt[] {
  const receipts = receiptsOf(transcript, toyVerify);
  invariant(receipts.ok, `refused: ${receipts.ok || JSON.stringify(receipts.refusal)}`);
  return receipts.value;
}

/** The agent's receipt, signed by the market. */
export function signedReceipt(told: Story, role = "agent"): SignedReceipt {
  const receipt = receiptsIn(told.transcript()).find(({ payee }) => payee.role === role);
  invariant(receipt !== undefined, `the ${role} was paid`);
  return signReceipt(SERVER, receipt);
}
