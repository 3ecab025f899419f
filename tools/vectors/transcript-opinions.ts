/** The vectors of an external court, whose rulings only its judge can sign. */
import { contractId, type JsonObject, signOpinion, transcriptJson } from "@bazaar/kernel";
import { sampleData, samplePot } from "@bazaar/testkit";
import {
  AGENT,
  at,
  type Broken,
  courtOf,
  JUDGE,
  PRINCIPAL,
  RIVAL,
  SERVER,
  type Told,
  termsOf,
  told,
  withEntry,
} from "./transcript-teller.ts";

/**
 * The district opinion comes while the sides still talk; on appeal the judge signs its own entry;
 * the last tier's opinion ends it.
 */
export function foreignJudge(): Told {
  const filed = told({
    court: courtOf(JUDGE),
    pots: [samplePot({ rail: "nano" })],
    nonce: "05".repeat(32),
  })
    .act(SERVER, "funded")
    .act(AGENT, "bond")
    .act(SERVER, "funded")
    .act(AGENT, "accept")
    .act(AGENT, "fix")
    .act(PRINCIPAL, "dispute_filed");
  const first = filed.wait(5).act(AGENT, "dispute_response").act(PRINCIPAL, "message");
  const second = first.wait(20).opinion(JUDGE, "evil_agent").act(AGENT, "appeal").lapse();
  const said = { ...sampleData("ruling", second.state), outcome: "canceled" };
  const third = second.act(JUDGE, "ruling", said).act(AGENT, "appeal").lapse();
  return third.opinion(JUDGE, "fulfilled");
}

/** Rulings that are not that judge's, or not on this case. */
export function brokenOpinions(): readonly Broken[] {
  const story = told({ court: courtOf(JUDGE), nonce: "06".repeat(32) })
    .act(AGENT, "bond")
    .act(AGENT, "accept")
    .act(PRINCIPAL, "halt");
  const asked = story.transcript();
  const said = sampleData("ruling", story.state);
  const opinion = signOpinion(JUDGE, asked.id, said);
  const origin = opinion.origin as JsonObject;
  const misnamed = { ...opinion, origin: { ...origin, judge: RIVAL.party } };
  const reworded = { ...opinion, reasoning: "the command fails" };
  const line = (name: string, by: typeof JUDGE, data: JsonObject, because: string): Broken => {
    const transcript = transcriptJson(withEntry(asked, by, { type: "ruling", data }, 1_000));
    return { name, transcript, ...at(4, because) };
  };
  const otherContract = signOpinion(JUDGE, contractId(termsOf()), said);
  const voided = { type: "voided", data: { reason: "refused", question: 0n, origin } };
  const late = withEntry(asked, SERVER, { type: "ruling", data: opinion }, 60_001);
  return [
    line("the server rules for a foreign judge", SERVER, said, "not_a_party"),
    line("a party rules for a foreign judge", PRINCIPAL, said, "not_a_party"),
    line("another judge's entry", RIVAL, said, "not_a_party"),
    line("another judge's opinion", SERVER, signOpinion(RIVAL, asked.id, said), "not_a_party"),
    line("the server's opinion", SERVER, signOpinion(SERVER, asked.id, said), "not_a_party"),
    line("another's name on an opinion", SERVER, misnamed, "bad_signature"),
    line("an opinion whose reasoning was changed", SERVER, reworded, "bad_signature"),
    line("an opinion with something added", SERVER, { ...opinion, more: null }, "bad_signature"),
    line("an opinion on another contract", SERVER, otherContract, "bad_signature"),
    line(
      "an opinion on another question",
      SERVER,
      signOpinion(JUDGE, asked.id, { ...said, question: 1n }),
      "stale_answer",
    ),
    {
      name: "an opinion made a refusal",
      transcript: transcriptJson(withEntry(asked, SERVER, voided, 1_000)),
      ...at(4, "bad_origin"),
    },
    {
      name: "an opinion that came late",
      transcript: transcriptJson(late),
      ...at(4, "deadline_passed"),
    },
  ];
}
