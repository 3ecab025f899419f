/**
 * The transcript vectors: whole contracts signed with fixed keys, where each of them ends and what
 * it pays, and transcripts that must be refused. `spec/vectors/README.md` explains the format.
 */
import {
  chainJson,
  fillTerms,
  formatAmount,
  invariant,
  type JsonObject,
  sha256Hex,
  type Transcript,
  termsJson,
  transcriptJson,
} from "@bazaar/kernel";
import { sampleData, sampleOffer, samplePot, signedRequest } from "@bazaar/testkit";
import { brokenOpinions, foreignJudge } from "./transcript-opinions.ts";
import { brokenOrigins, nostrAndChat } from "./transcript-origins.ts";
import { brokenPanels, panelOnMoney, panelOnStakes } from "./transcript-panel.ts";
import {
  AGENT,
  at,
  type Broken,
  contestedCheck,
  PRINCIPAL,
  RIVAL,
  SERVER,
  Told,
  termsOf,
  told,
  withEntry,
} from "./transcript-teller.ts";

const FIX = { fix: "sed -i s/tset/test/ Makefile", explanation: "a misspelled target" };

function fulfilled(): Told {
  return told()
    .wait(1.5)
    .act(AGENT, "bond")
    .act(AGENT, "investigate")
    .wait(2)
    .act(PRINCIPAL, "result")
    .act(AGENT, "accept")
    .act(AGENT, "message", { message: "caf\u00e9 \u2014 \u{1f600} \u007f, a moment" })
    .wait(10)
    .act(AGENT, "fix")
    .wait(60)
    .act(PRINCIPAL, "verify", { success: false, evidence: { exit_code: 2n } })
    .act(AGENT, "fix")
    .act(PRINCIPAL, "verify")
    .act(SERVER, "settled");
}

function ruling(story: Told, outcome: string): Told {
  return story.act(SERVER, "ruling", { ...sampleData("ruling", story.state), outcome });
}

/** District for the agent, appeals for the principal, and the agent does not appeal again. */
function appealed(): Told {
  const filed = told({ nonce: "01".repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(PRINCIPAL, "dispute_filed")
    .wait(5)
    .act(AGENT, "dispute_response");
  const second = ruling(filed.wait(20), "fulfilled").wait(30).act(PRINCIPAL, "appeal").lapse();
  return ruling(second, "canceled").lapse();
}

/** One agent leaves late, another investigates and declines, and no other bonds. */
function reopened(): Told {
  return told({ nonce: "02".repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .wait(30.001)
    .act(AGENT, "back_out")
    .act(RIVAL, "bond")
    .act(RIVAL, "decline")
    .lapse();
}

/** Posted by a client that signs requests. */
function postedByRequest(names: JsonObject): Told {
  const document: JsonObject = {
    task: { command: "make test" },
    escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
    ...names,
    note: "kept as it was sent",
  };
  const body = chainJson({ contract: document, principal_pubkey: PRINCIPAL.party });
  const origin = signedRequest(PRINCIPAL, "/contracts", body);
  const author = { principal: PRINCIPAL.party, nonce: sha256Hex(String(origin.signature)) };
  const filled = fillTerms("fix/2", document, author, sampleOffer(SERVER.party));
  invariant(filled.ok, "the market takes this document");
  const terms = filled.value;
  return new Told(terms).relay(PRINCIPAL, "post", { terms: termsJson(terms), origin });
}

/** Posted, fixed and verified by clients that sign requests; one older client's own entry. */
function relayed(): Told {
  const agent = { agent_pubkey: AGENT.party };
  return postedByRequest({ judge: { pubkey: SERVER.party } })
    .wait(1)
    .request(AGENT, "bond", "bond", agent, {})
    .wait(1)
    .undated(AGENT, "accept", {})
    .wait(1)
    .request(AGENT, "fix", "fix", { ...FIX, ...agent }, { ...FIX, from: "agent" })
    .wait(1)
    .request(AGENT, "message", "chat", { message: "done", from_side: "agent" }, SPOKEN)
    .wait(1)
    .request(PRINCIPAL, "verify", "verify", { success: true });
}

const SPOKEN = { message: "done", from: "agent" };

/** No money and no court: an agent begins at once. */
function free(): Told {
  return told({
    court: { kind: "none" },
    pots: [],
    rules: { looksFirst: false, mode: "autonomous" },
    nonce: "03".repeat(32),
  })
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .lapse();
}

/** Deposits arrive on a slow rail; the principal is silent to the end. */
function slow(): Told {
  return told({ pots: [samplePot({ rail: "nano" })], nonce: "04".repeat(32) })
    .act(SERVER, "funded")
    .act(AGENT, "bond")
    .act(SERVER, "funded")
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .lapse()
    .lapse();
}

const STORIES: readonly (readonly [name: string, tell: () => Told])[] = [
  ["fulfilled at the second attempt", fulfilled],
  ["disputed, appealed and turned round", appealed],
  ["opened again after a late leave, then unclaimed", reopened],
  ["signed requests and an undated entry behind the server's entries", relayed],
  ["free mode", free],
  ["deposits on a slow rail, a silent principal", slow],
  ["a foreign judge: two opinions and an entry of its own", foreignJudge],
  ["a principal on Nostr and an agent in a chat", nostrAndChat],
  ["a panel on stakes: a wrong nonce, a decline, a silent arbiter", panelOnStakes],
  ["a panel on money: sealed votes", panelOnMoney],
];

function caseOf([name, tell]: (typeof STORIES)[number]): JsonObject {
  const story = tell();
  const { phase, outcome } = story.state;
  const legs = story.legs.map(({ to, amount, asset }) => ({
    role: to.role,
    amount: formatAmount(amount, asset),
  }));
  const state = { phase, row: outcome?.row ?? null };
  return { name, transcript: transcriptJson(story.transcript()), state, legs };
}

function open(): Transcript {
  return told().transcript();
}

function entriesOf(transcript: JsonObject): readonly JsonObject[] {
  return transcript.entries as readonly JsonObject[];
}

function changed(transcript: Transcript, at: number, change: JsonObject): JsonObject {
  const json = transcriptJson(transcript);
  const entries = entriesOf(json).map((entry, seq) =>
    seq === at ? { ...entry, ...change } : entry,
  );
  return { ...json, entries };
}

function broken(): readonly Broken[] {
  const whole = fulfilled().transcript();
  const requests = relayed().transcript();
  const fixOrigin = requests.entries[3]?.data.origin ?? null;
  const upToAccept = {
    ...requests,
    entries: requests.entries.slice(0, 3),
    receivedAt: requests.receivedAt.slice(0, 3),
  };
  const server = (data: JsonObject, type: string): JsonObject =>
    transcriptJson(withEntry(upToAccept, SERVER, { type, data }, 1_000));
  const added = (by: typeof AGENT, type: string, data: JsonObject, afterMs = 1_000): JsonObject =>
    transcriptJson(withEntry(open(), by, { type, data }, afterMs));
  const json = transcriptJson(whole);
  const spare = { terms: { ...termsJson(termsOf()), court: { kind: "none", judge: null } } };
  return [
    { name: "data changed", transcript: changed(whole, 2, { data: { command: "ls" } }), ...at(2) },
    { name: "an eighth field", transcript: changed(whole, 3, { extra: 1n }), ...at(3) },
    { name: "an entry left out", transcript: without(json, 4), ...at(4) },
    { name: "the id of another contract", transcript: { ...json, id: "00".repeat(32) }, ...at(0) },
    {
      name: "received before the entry it follows",
      transcript: {
        ...json,
        receivedAt: whole.receivedAt.map((ms, seq) => BigInt(seq === 4 ? 1 : ms)),
      },
      ...at(4),
    },
    {
      name: "terms with a field of no use",
      transcript: transcriptJson(
        withEntry(
          { ...open(), entries: [], receivedAt: [] },
          PRINCIPAL,
          { type: "post", data: spare },
          1,
        ),
      ),
      code: "malformed_terms",
      seq: null,
      because: null,
    },
    {
      name: "after the deadline",
      transcript: added(AGENT, "bond", {}, 30_001),
      ...at(1, "deadline_passed"),
    },
    {
      name: "the server calls time too early",
      transcript: added(SERVER, "auto_cancel", { reason: "unclaimed" }, 30_000),
      ...at(1, "too_early"),
    },
    {
      name: "a party writes what only the server may",
      transcript: added(PRINCIPAL, "auto_cancel", { reason: "unclaimed" }, 30_001),
      ...at(1, "server_only"),
    },
    {
      name: "the server acts for the agent",
      transcript: added(SERVER, "bond", {}),
      ...at(1, "not_a_party"),
    },
    {
      name: "an act that does not exist",
      transcript: added(AGENT, "applaud", {}),
      ...at(1, "malformed_entry"),
    },
    {
      name: "one request behind two entries",
      transcript: transcriptJson(
        withEntry(
          requests,
          SERVER,
          {
            type: "message",
            data: { ...SPOKEN, origin: requests.entries[4]?.data.origin ?? null },
          },
          1_000,
        ),
      ),
      ...at(6),
    },
    {
      name: "the server leaves out what the agent explained",
      transcript: server({ fix: FIX.fix, origin: fixOrigin }, "fix"),
      ...at(3, "bad_origin"),
    },
    {
      name: "the server makes another act of a request",
      transcript: server({ origin: fixOrigin }, "back_out"),
      ...at(3, "bad_origin"),
    },
    {
      name: "a paid contract posted by a request that names no market",
      transcript: transcriptJson(postedByRequest({}).transcript()),
      ...at(0, "market_not_named"),
    },
    {
      name: "a fix without text",
      transcript: transcriptJson(
        withEntry(upToAccept, AGENT, { type: "fix", data: { fix: " " } }, 1_000),
      ),
      ...at(3, "malformed_act"),
    },
    {
      name: "the request of another contract",
      transcript: added(SERVER, "fix", { ...FIX, origin: fixOrigin }),
      ...at(1, "bad_origin"),
    },
    ...brokenChecks(),
    ...brokenOpinions(),
    ...brokenOrigins(),
    ...brokenPanels(),
  ];
}

/** What the market says of a check that it has run again, and what it shows. */
function brokenChecks(): readonly Broken[] {
  const asked = contestedCheck("0d".repeat(32)).transcript();
  const line = (name: string, verdict: string, shown: JsonObject): Broken => {
    const data = { verdict, question: 0n, ...shown };
    const transcript = transcriptJson(withEntry(asked, SERVER, { type: "checked", data }, 1_000));
    return { name, transcript, ...at(7, "evidence_contradicts") };
  };
  const passed = { evidence: { exit_code: 0n } };
  return [
    line("the market fails a check that passed", "fail", passed),
    line("the market leaves a check open that passed", "no_verdict", passed),
    line("the market fails a check that was stopped", "fail", { evidence: { stopped_by: "time" } }),
    line("the market passes a check and shows nothing", "pass", {}),
  ];
}

function without(transcript: JsonObject, at: number): JsonObject {
  const receivedAt = transcript.receivedAt as readonly bigint[];
  const entries = entriesOf(transcript).filter((_, seq) => seq !== at);
  return { ...transcript, entries, receivedAt: receivedAt.filter((_, seq) => seq !== at) };
}

function brokenJson({ name, transcript, code, seq, because }: Broken): JsonObject {
  const refusal = { code, seq: seq === null ? null : BigInt(seq), because };
  return { name, transcript, refusal };
}

export function transcriptVectors(): string {
  const cases = STORIES.map((story) => chainJson(caseOf(story)));
  const refused = broken().map((one) => chainJson(brokenJson(one)));
  return `{"cases":[\n${cases.join(",\n")}\n],"broken":[\n${refused.join(",\n")}\n]}\n`;
}
