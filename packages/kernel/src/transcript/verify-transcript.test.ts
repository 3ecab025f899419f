/** What verification finds in a transcript that was tampered with. */
import {
  AGENT,
  fixed,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  SERVER,
  START_MS,
  type Story,
  sampleTerms,
  story,
  toyVerify,
} from "@bazaar/testkit";
import { describe, expect, test } from "vitest";
import { chainJson } from "../canonical/chain-json.ts";
import { type JsonObject, parseJson } from "../canonical/json.ts";
import { contractId } from "../contract/contract-id.ts";
import { termsJson } from "../contract/terms-json.ts";
import { signedRequestTexts } from "../identity/request.ts";
import type { Signer } from "../identity/signer.ts";
import type { Verify } from "../identity/verify.ts";
import { type ChainHead, EMPTY_CHAIN } from "./chain.ts";
import { type Entry, entryHash, signedText } from "./entry.ts";
import { entryOrigin } from "./origin/entry.ts";
import { requestOrigin } from "./origin/request.ts";
import { signEntry } from "./sign-entry.ts";
import {
  parseTranscript,
  replay,
  type Transcript,
  transcriptJson,
  verifyTranscript,
  verifyTranscriptInSteps,
} from "./verify-transcript.ts";

const terms = sampleTerms();
const id = contractId(terms);
const post = { by: PRINCIPAL, type: "post", data: { terms: termsJson(terms) } };

interface Line {
  readonly by: Signer;
  readonly type: string;
  readonly data: JsonObject | ((at: ChainHead) => JsonObject);
  readonly afterMs?: number;
}

/** A chain that is whole in itself, whatever it claims: what a forger with keys can make. */
function chained(lines: readonly Line[], first = START_MS): Transcript {
  const entries: Entry[] = [];
  const receivedAt: number[] = [];
  let at = EMPTY_CHAIN;
  let nowMs = first;
  for (const { by, type, data, afterMs = 0 } of lines) {
    nowMs += afterMs;
    const said = typeof data === "function" ? data(at) : data;
    const entry = signEntry(by, at, { type, data: said }, nowMs);
    entries.push(entry);
    receivedAt.push(nowMs);
    at = { head: entryHash(entry), seq: at.seq + 1 };
  }
  return { id, entries, receivedAt };
}

/** "ok" and the phase, or what was found where and what the rules say to it. */
function found(transcript: Transcript): string {
  const verified = verifyTranscript(transcript, toyVerify);
  if (verified.ok) return `ok ${verified.value.phase}`;
  const { refusal } = verified;
  if (refusal.code !== "broken_chain") return refusal.code;
  const because = refusal.refusal === undefined ? "" : `: ${refusal.refusal.code}`;
  return `${refusal.seq}: ${refusal.problem}${because}`;
}

const whole = (): Story => fixed().act(PRINCIPAL, "verify");

test("a valid transcript gives the state it describes", () => {
  const told = whole();
  expect(verifyTranscript(told.transcript(), toyVerify)).toEqual({ ok: true, value: told.state });
});

describe("in steps", () => {
  const told = whole();
  const transcript = told.transcript();
  const chain = { head: entryHash(transcript.entries.at(-1)!), seq: transcript.entries.length };
  const verified = { ok: true, value: { state: told.state, chain } };

  test("a transcript gives the same state, with a pause after each entry and each decision", async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => {
      pauses += 1;
    };
    expect(await verifyTranscriptInSteps(transcript, toyVerify, pause)).toEqual(verified);
    expect(pauses).toBe(2 * chain.seq);
  });

  test.each([1, 3, chain.seq])("what follows %i known entries is verified alone", async (seq) => {
    const { id, entries, receivedAt } = transcript;
    const begun = { id, entries: entries.slice(0, seq), receivedAt: receivedAt.slice(0, seq) };
    const known = await verifyTranscriptInSteps(begun, toyVerify, async () => undefined);
    const seen: string[] = [];
    const counting: Verify = (author, signed, signature) => {
      seen.push(signature);
      return toyVerify(author, signed, signature);
    };
    const pause = async (): Promise<void> => undefined;
    const from = known.ok ? known.value : null;
    expect(await verifyTranscriptInSteps(transcript, counting, pause, from)).toEqual(verified);
    expect(seen).toEqual(entries.slice(seq).map(({ signature }) => signature));
  });

  test("an entry that breaks the rules after known ones is found", async () => {
    const pause = async (): Promise<void> => undefined;
    const known = await verifyTranscriptInSteps(chained([post]), toyVerify, pause);
    const wrong = chained([post, { by: SERVER, type: "settled", data: {} }]);
    const from = known.ok ? known.value : null;
    expect(await verifyTranscriptInSteps(wrong, toyVerify, pause, from)).toMatchObject({
      refusal: { code: "broken_chain", seq: 1, problem: "settled is not allowed" },
    });
  });
});

test("a transcript survives writing and reading", () => {
  const transcript = whole().transcript();
  const text = chainJson(transcriptJson(transcript));
  const json = parseJson(text);
  expect(json.ok && parseTranscript(json.value)).toEqual({ ok: true, value: transcript });
});

describe("a changed chain", () => {
  const { entries, receivedAt } = whole().transcript();
  const order = (...seqs: number[]): Transcript => ({
    id,
    entries: seqs.map((seq) => entries[seq]!),
    receivedAt: seqs.map((seq) => receivedAt[seq]!),
  });

  test.each([
    {
      how: "two entries change places",
      transcript: order(0, 2, 1, 3, 4),
      is: /^1: expected seq 1/,
    },
    { how: "an entry is missing", transcript: order(0, 1, 3, 4), is: /^2: expected seq 2/ },
    { how: "an entry is repeated", transcript: order(0, 1, 1, 2), is: /^2: expected seq 2/ },
    { how: "the beginning is missing", transcript: order(1, 2), is: /^0: expected seq 0/ },
    { how: "nothing is left", transcript: order(), is: /^0: a transcript begins with post$/ },
    {
      how: "the end is missing, which nobody can see here",
      transcript: order(0, 1, 2),
      is: /^ok in_progress$/,
    },
  ])("$how", ({ transcript, is }) => {
    expect(found(transcript)).toMatch(is);
  });

  test("an entry of another contract does not fit", () => {
    const other = story(sampleTerms({ nonce: "01".repeat(32) }))
      .act(AGENT, "bond")
      .transcript();
    const mixed = { id, entries: [entries[0]!, other.entries[1]!], receivedAt };
    expect(found(mixed)).toMatch(/^1: expected prev_hash/);
  });

  test("another contract's transcript does not pass under this id", () => {
    const other = story(sampleTerms({ nonce: "01".repeat(32) })).transcript();
    expect(found({ ...other, id })).toBe("0: the terms are those of another contract");
  });

  test.each([undefined, 2n])("terms of version %s are refused as such", (version) => {
    const { version: _, ...others } = termsJson(terms);
    const data = { terms: { ...others, ...(version === undefined ? {} : { version }) } };
    expect(verifyTranscript(chained([{ ...post, data }]), toyVerify)).toMatchObject({
      ok: false,
      refusal: { code: "malformed_terms", field: "terms.version" },
    });
  });

  test("changed data is not what was signed", () => {
    const changed = entries.map((entry) =>
      entry.type === "fix" ? { ...entry, data: { ...entry.data, fix: "true" } } : entry,
    );
    expect(found({ id, entries: changed, receivedAt })).toBe(
      "3: the signature is not the author's",
    );
  });
});

describe("times", () => {
  const { entries, receivedAt } = whole().transcript();
  const from = (times: readonly number[]): Transcript => ({ id, entries, receivedAt: times });

  test.each([
    { how: "are all equal", times: receivedAt.map(() => 0), is: /^ok fulfilled$/ },
    {
      how: "go back",
      times: [...receivedAt.slice(0, 3), receivedAt[3]! - 1, receivedAt[4]!],
      is: /^3: received before/,
    },
    {
      how: "go past a deadline",
      times: receivedAt.map((atMs, seq) => atMs + seq * 31_000),
      is: /^1: bond is not allowed: deadline_passed$/,
    },
    { how: "are too few", times: receivedAt.slice(0, 3), is: /^3: it has no time of receipt/ },
  ])("that $how", ({ times, is }) => {
    expect(found(from(times))).toMatch(is);
  });

  test.each([
    { how: "a time is missing", json: { receivedAt: [1n] } },
    { how: "a time is no integer", json: { receivedAt: entries.map(() => "1") } },
    { how: "the id is no hash", json: { id: "abc" } },
    { how: "there are no entries", json: { entries: null } },
  ])("a file is unreadable when $how", ({ json }) => {
    const good = transcriptJson(from(receivedAt));
    expect(parseTranscript({ ...good, ...json })).toMatchObject({
      refusal: { code: "malformed_entry" },
    });
  });

  test("a file with a broken entry says which", () => {
    const good = transcriptJson(from(receivedAt));
    const broken = { ...good, entries: [...(good.entries as JsonObject[]).slice(0, 4), {}] };
    expect(parseTranscript(broken)).toMatchObject({ refusal: { code: "broken_chain", seq: 4 } });
  });
});

const message = { message: "hello" };

describe("who wrote what", () => {
  const bond = { by: AGENT, type: "bond", data: {} };
  const accept = { by: AGENT, type: "accept", data: {} };
  const fix = { by: AGENT, type: "fix", data: { fix: "true" } };
  const dispute = { by: AGENT, type: "dispute_filed", data: { argument: "x" } };
  const absent = { by: SERVER, type: "in_absentia", data: {}, afterMs: 30_001 };
  const abandoned = {
    by: SERVER,
    type: "abandoned",
    data: { reason: "agent_silent" },
    afterMs: 120_001,
  };
  const verdict = { outcome: "evil_agent", court: "district", question: 0n, reasoning: "" };
  const rows: { how: string; lines: readonly Line[]; is: string }[] = [
    { how: "all is well", lines: [bond, accept, fix], is: "ok verifying" },
    {
      how: "a party rules",
      lines: [bond, accept, dispute, absent, { by: PRINCIPAL, type: "ruling", data: verdict }],
      is: "5: ruling is not allowed: not_a_party",
    },
    {
      how: "another server rules",
      lines: [bond, accept, dispute, absent, { by: RIVAL, type: "ruling", data: verdict }],
      is: "5: ruling is not allowed: not_a_party",
    },
    {
      how: "the server rules on a question nobody asked",
      lines: [
        bond,
        accept,
        dispute,
        absent,
        { by: SERVER, type: "ruling", data: { ...verdict, question: 1n } },
      ],
      is: "5: ruling is not allowed: stale_answer",
    },
    {
      how: "the server lets a clock run out early",
      lines: [bond, accept, { ...abandoned, afterMs: 120_000 }],
      is: "3: abandoned is not allowed: too_early",
    },
    { how: "the server lets it run out", lines: [bond, accept, abandoned], is: "ok open" },
    {
      how: "the server says something else of a clock that ran out",
      lines: [bond, accept, { ...abandoned, data: { reason: "no_deposit" } }],
      is: "3: abandoned is not allowed: malformed_act",
    },
    {
      how: "the server lets the wrong clock run out",
      lines: [bond, accept, { ...abandoned, type: "auto_cancel" }],
      is: "3: auto_cancel is not allowed: wrong_phase",
    },
    {
      how: "a judge of other contracts rules",
      lines: [bond, accept, dispute, absent, { by: JUDGE, type: "ruling", data: verdict }],
      is: "5: ruling is not allowed: not_a_party",
    },
    {
      how: "the server funds what the ledger held",
      lines: [{ by: SERVER, type: "funded", data: {} }],
      is: "1: funded is not allowed: wrong_phase",
    },
    {
      how: "the server accepts for the agent",
      lines: [bond, { by: SERVER, type: "accept", data: {} }],
      is: "2: accept is not allowed: not_a_party",
    },
    {
      how: "the server cancels for the principal",
      lines: [{ by: SERVER, type: "cancel", data: {} }],
      is: "1: cancel is not allowed: not_a_party",
    },
    {
      how: "a stranger sends the fix",
      lines: [bond, accept, { ...fix, by: RIVAL }],
      is: "3: fix is not allowed: not_a_party",
    },
    {
      how: "the principal bonds on its own contract",
      lines: [{ ...bond, by: PRINCIPAL }],
      is: "1: bond is not allowed: own_contract",
    },
    { how: "it is posted twice", lines: [post], is: "1: post is not allowed: contract_exists" },
    {
      how: "an act nobody knows",
      lines: [{ by: AGENT, type: "chat", data: {} }],
      is: "1: chat has no author: malformed_entry",
    },
    {
      how: "the server settles what is not over",
      lines: [{ by: SERVER, type: "settled", data: {} }],
      is: "1: settled is not allowed: wrong_phase",
    },
  ];

  test.each(rows)("$how: $is", ({ lines, is }) => {
    expect(found(chained([post, ...lines]))).toBe(is);
  });

  test("the refusal of the rules comes with its facts", () => {
    const early = chained([post, bond, accept, { ...abandoned, afterMs: 120_000 }]);
    expect(verifyTranscript(early, toyVerify)).toEqual({
      ok: false,
      refusal: {
        code: "broken_chain",
        seq: 3,
        problem: "abandoned is not allowed",
        refusal: {
          code: "too_early",
          readyAtMs: START_MS + 120_001,
          receivedAtMs: START_MS + 120_000,
        },
      },
    });
  });

  test("a post in another party's name is refused", () => {
    expect(found(chained([{ ...post, by: RIVAL }]))).toBe("0: post is not allowed: not_a_party");
    expect(found(chained([{ ...post, by: SERVER }]))).toBe("0: post is not allowed: not_a_party");
  });

  test("a transcript begins with its post", () => {
    expect(found(chained([bond, post]))).toBe("0: a transcript begins with post");
  });

  test("a transcript cannot begin with invalid terms", () => {
    expect(found(chained([{ ...post, data: { terms: {} } }]))).toBe("malformed_terms");
  });
});

const undated = (at: ChainHead, type: string, data: JsonObject, by: Signer = AGENT): Entry => {
  const unsigned = {
    type,
    data,
    seq: at.seq,
    author: by.party,
    prevHash: at.head,
    timestamp: 1n,
  };
  return { ...unsigned, signature: by.sign(signedText(unsigned, "undated")) };
};
const forAgent = (type: string, data: JsonObject): Line => ({
  by: SERVER,
  type,
  data: (at) => ({ ...data, origin: entryOrigin(undated(at, type, data)) }),
});
const request = (
  word: string,
  body: JsonObject,
  by: Signer = AGENT,
  timestampSeconds = 1_700_000_000,
): JsonObject => {
  const path = `/contracts/${id}/${word}`;
  const unsigned = { method: "POST", path, body: chainJson(body), timestampSeconds };
  const [text = ""] = signedRequestTexts(unsigned);
  return requestOrigin({ ...unsigned, pubkey: by.party.slice(4), signature: by.sign(text) });
};
const said = (origin: JsonObject): Line => ({
  by: SERVER,
  type: "message",
  data: { ...message, origin },
});
const chat = request("chat", { ...message, msg_type: "message" });

describe("messages inside entries", () => {
  test("an older client's entry counts as the client's act", () => {
    expect(found(chained([post, forAgent("bond", {}), forAgent("accept", {})]))).toBe(
      "ok in_progress",
    );
  });

  test("an undated signature is not valid in the chain by itself", () => {
    const { entries, receivedAt } = chained([post]);
    const at = { head: entryHash(entries[0]!), seq: 1 };
    const bare = {
      id,
      entries: [...entries, undated(at, "bond", {})],
      receivedAt: [...receivedAt, receivedAt[0]!],
    };
    expect(found(bare)).toBe("1: the signature is not the author's");
  });

  test("an entry signed for another place is not a valid origin", () => {
    const moved = entryOrigin(undated({ head: "00".repeat(32), seq: 1 }, "bond", {}));
    expect(found(chained([post, { by: SERVER, type: "bond", data: { origin: moved } }]))).toBe(
      "1: bond has no author: bad_origin",
    );
  });

  test("a signed request counts as the client's act, once", () => {
    const bond = { by: AGENT, type: "bond", data: {} };
    expect(found(chained([post, bond, said(chat)]))).toBe("ok investigating");
    expect(found(chained([post, bond, said(chat), said(chat)]))).toBe(
      "3: its origin was used before",
    );
  });

  test("a request for another contract is not a valid origin", () => {
    const path = `/contracts/${"0".repeat(64)}/bond`;
    const unsigned = { method: "POST", path, body: "{}", timestampSeconds: 1 };
    const [text = ""] = signedRequestTexts(unsigned);
    const pubkey = AGENT.party.slice(4);
    const origin = requestOrigin({ ...unsigned, pubkey, signature: AGENT.sign(text) });
    expect(found(chained([post, { by: SERVER, type: "bond", data: { origin } }]))).toBe(
      "1: bond has no author: bad_origin",
    );
  });

  test("a party's message is never the origin of a server's act", () => {
    const line = forAgent("auto_cancel", {});
    expect(found(chained([post, { ...line, afterMs: 30_001 }]))).toBe(
      "1: auto_cancel is not allowed: server_only",
    );
  });

  test("replay checks the signatures of origins, not those of entries", () => {
    const { entries, receivedAt } = chained([post, { by: AGENT, type: "bond", data: {} }]);
    const unsigned = entries.map((entry) => ({ ...entry, signature: "00".repeat(64) }));
    expect(replay({ id, entries: unsigned, receivedAt }, toyVerify).ok).toBe(true);
    const bad = forAgent("bond", {});
    expect(replay(chained([post, bad]), () => false)).toMatchObject({
      refusal: {
        code: "broken_chain",
        seq: 1,
        problem: "bond has no author",
        refusal: { code: "bad_signature", author: AGENT.party },
      },
    });
  });
});

describe("one signed message is the origin of one entry", () => {
  const bond = { by: AGENT, type: "bond", data: {} };
  const twice = "3: its origin was used before";

  test("whatever the text around its signature", () => {
    const rewritten = { ...chat, body: `${chat.body} `, timestamp: 0n, path: "/" };
    expect(found(chained([post, bond, said(chat), said(rewritten)]))).toBe(twice);
    const spaced = { ...chat, more: null };
    expect(found(chained([post, bond, said(chat), said(spaced)]))).toBe(twice);
  });

  test("whatever act is made of it", () => {
    const both = request("dispute", { argument: "x" });
    const filed = { by: SERVER, type: "dispute_filed", data: { argument: "x", origin: both } };
    const lines = [post, bond, { ...bond, type: "accept" }, filed];
    const again = { ...filed, type: "appeal" };
    expect(found(chained(lines))).toBe("ok awaiting_response");
    expect(found(chained([...lines, again]))).toBe("4: its origin was used before");
  });

  test("the same content signed again is another message", () => {
    const later = request("chat", { ...message, msg_type: "message" }, AGENT, 1_700_000_001);
    expect(found(chained([post, bond, said(chat), said(later)]))).toBe("ok investigating");
  });

  test("in a party's own entry `origin` is ordinary data", () => {
    const own = { by: AGENT, type: "message", data: { ...message, origin: chat } };
    expect(found(chained([post, bond, own, own]))).toBe("ok investigating");
    expect(found(chained([post, bond, own, said(chat)]))).toBe("ok investigating");
    expect(found(chained([post, bond, said(chat), own]))).toBe("ok investigating");
  });
});
