/**
 * The receipt vectors: settled contracts with the receipts that follow from them, receipts that must
 * fail, and payment proofs. `spec/vectors/README.md` explains the format.
 */
import {
  BTC,
  chainJson,
  Float,
  invariant,
  type JsonObject,
  policyId,
  purchasePolicy,
  type Receipt,
  receiptsOf,
  receiptText,
  rfc8785Hash,
  type Signer,
  sha256Hex,
  signedReceiptJson,
  signReceipt,
  transcriptJson,
  verifyReceipt,
} from "@bazaar/kernel";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { budgetPot, jobEnvelope, resultEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { NOSTR } from "./transcript-origins.ts";
import {
  AGENT,
  contestedCheck,
  PRINCIPAL,
  RIVAL,
  SERVER,
  type Told,
  told,
} from "./transcript-teller.ts";

const PAYLOAD: JsonObject = {
  title: "caf\u00e9 \u{1f600}: the build is broken",
  "\ufb33 and \u{1f600}": ["keys are sorted by UTF-16 unit", -1n, null, true],
  time_limit_secs: 600n,
  temperature: new Float(0.7),
  top_p: new Float(1),
  idempotency_key: 'quotes " and \\ and \u0007',
};
const EVIDENCE: JsonObject = {
  exit_code: 0n,
  output: "ok\n1 passed \u007f",
  seconds: [0.1, 12.5, 1e-7, 5e-324, -0, 3].map((value) => new Float(value)),
  bytes: [new Float(1e21), new Float(1e20), 9007199254740992n],
};

function hashOf(value: JsonObject): string {
  const hash = rfc8785Hash(value, "doubles");
  invariant(hash.ok, "a payload of a vector can be hashed");
  return hash.value;
}

function command(): Told {
  return told()
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .wait(1.25)
    .act(PRINCIPAL, "verify", { success: true, evidence: EVIDENCE })
    .wait(0.75)
    .act(SERVER, "settled");
}

/** The first agent fails and leaves, the second does not: each leg is that of its seat. */
function twoAgents(): Told {
  return told({ nonce: "01".repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "back_out")
    .act(RIVAL, "bond")
    .act(RIVAL, "accept")
    .act(RIVAL, "fix")
    .act(PRINCIPAL, "verify", { success: true })
    .act(SERVER, "settled")
    .wait(5)
    .act(RIVAL, "message", { message: "thank you" });
}

function unclaimed(): Told {
  return told({ nonce: "02".repeat(32) })
    .lapse()
    .act(SERVER, "settled");
}

/** What the market showed is the last word about the work, not what the principal did. */
function ranAgain(): Told {
  return contestedCheck("07".repeat(32))
    .wait(2.5)
    .act(SERVER, "checked", { verdict: "pass", question: 0n, evidence: EVIDENCE })
    .lapse()
    .act(SERVER, "settled");
}

/** In millisatoshi, with shares for an author and a referrer. */
function job(provider: Signer, nonce: string, result: JsonObject): Told {
  const bounty = 1_000_001n;
  const money = { asset: BTC, bounty, due: { principal: bounty, agent: 0n } };
  const job_hash = hashOf(PAYLOAD);
  const schema = { schema_id: "oa.patch_gen.v1", schema_version: "1.0.0", job_hash };
  return told({
    work: { kind: "patch", spec: { ...schema, payload: PAYLOAD } },
    court: { kind: "none" },
    pots: [{ ...budgetPot(), ...money } as ReturnType<typeof budgetPot>],
    rules: { looksFirst: false, reopens: false },
    document: { policy_bundle_id: "sha256:policy", approval_rule_id: "rule-1" },
    nonce,
  })
    .act(provider, "accept")
    .act(provider, "fix", { fix: chainJson({ ...schema, ...result }) })
    .act(PRINCIPAL, "verify", { success: true, evidence: EVIDENCE })
    .act(SERVER, "settled");
}

const TRAJECTORY: JsonObject = {
  session_id: "session-1",
  trajectory_id: "trajectory-1",
  trajectory_hash: `sha256:${"7a".repeat(32)}`,
};

function resultBy({ party }: Signer): JsonObject {
  const { payload } = resultEnvelope("oa.patch_gen.v1", party, TRAJECTORY);
  return { payload: payload ?? null };
}

const STORIES: readonly (readonly [name: string, tell: () => Told])[] = [
  ["a failed command, repaired", command],
  ["two agents, one after the other", twoAgents],
  ["a contract that nobody took", unclaimed],
  ["a job with a schema", () => job(AGENT, "03".repeat(32), resultBy(AGENT))],
  ["a provider on Nostr", () => job(NOSTR, "04".repeat(32), resultBy(NOSTR))],
  [
    "a result that is an artifact names no trajectory",
    () => job(AGENT, "05".repeat(32), { payload_artifact: hashOf(EVIDENCE) }),
  ],
  [
    "a result that is an artifact whose envelope names a trajectory, and a session in vain",
    () => job(AGENT, "06".repeat(32), { payload_artifact: hashOf(EVIDENCE), ...TRAJECTORY }),
  ],
  ["a check that the market has run again", ranAgain],
];

function receiptsIn(story: Told): readonly Receipt[] {
  const receipts = receiptsOf(story.transcript(), nativeVerify);
  invariant(receipts.ok, "a story of a vector follows the rules");
  return receipts.value;
}

function caseOf([name, tell]: (typeof STORIES)[number]): JsonObject {
  const story = tell();
  const receipts = receiptsIn(story).map((receipt) => ({
    ...signedReceiptJson(signReceipt(SERVER, receipt)),
    signed_text_sha256: sha256Hex(receiptText(receipt)),
  }));
  return { name, transcript: transcriptJson(story.transcript()), receipts };
}

/** Changes that somebody makes after the market has signed. */
const CHANGES: readonly (readonly [name: string, change: Partial<Receipt>])[] = [
  ["the amount", { amount: "1.13" }],
  ["the payee", { payee: { role: "agent", party: RIVAL.party } }],
  ["the head", { settled: { seq: 5, head: "00".repeat(32) } }],
  ["the id", { receiptId: `sha256:${"00".repeat(32)}` }],
  ["the policy", { policyBundleId: "another" }],
];

function broken(): readonly JsonObject[] {
  const [receipt] = receiptsIn(command());
  invariant(receipt !== undefined, "the command was paid");
  const { signature } = signReceipt(SERVER, receipt);
  return CHANGES.map(([name, change]) => {
    const signed = { receipt: { ...receipt, ...change }, signer: SERVER.party, signature };
    return { name, ...signedReceiptJson(signed), failing: failing(signed) };
  });
}

function failing(signed: Parameters<typeof verifyReceipt>[0]): readonly string[] {
  return verifyReceipt(signed, { verify: nativeVerify })
    .filter(({ verdict }) => verdict === "fail")
    .map(({ name }) => name);
}

/** A document of every schema, and what its policy hashes to. */
function policies(): readonly JsonObject[] {
  return Object.keys(SAMPLE_JOBS).map((schemaId, at) => {
    const document = {
      ...jobEnvelope(schemaId),
      budget: { amount: "0.00005", currency: "BTC" },
      ...(at % 2 === 0 ? { provider: NOSTR.party, verification: [{ method: "trajectory" }] } : {}),
    };
    const policy = purchasePolicy(document);
    const id = policyId(document);
    invariant(policy.ok && id.ok, "the document of a vector states a policy");
    return { document, checks: policy.value.checks ?? null, policy_bundle_id: id.value };
  });
}

export function receiptVectors(): string {
  const lines = (items: readonly JsonObject[]): string => items.map(chainJson).join(",\n");
  return `{"cases":[\n${lines(STORIES.map(caseOf))}\n],"broken":[\n${lines(broken())}\n],"policies":[\n${lines(policies())}\n]}\n`;
}
