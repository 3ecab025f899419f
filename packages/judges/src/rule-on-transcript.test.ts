import {
  invariant,
  parseJson,
  parseTranscript,
  rfc8785,
  TIERS,
  type TierName,
  type Transcript,
  transcriptJson,
} from "@bazaar/kernel";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import {
  accepted,
  deliberating,
  freeTerms,
  ruled,
  Story,
  sampleTerms,
  story,
  toyVerify,
} from "@bazaar/testkit";
import { expect, test } from "vitest";
import { disputed } from "../test/cases.ts";
import { factsJudge } from "./facts/facts-judge.ts";
import { ruleOnTranscript } from "./rule-on-transcript.ts";

function order(transcript: Transcript, bench: TierName = "district", judgesAnyway = false) {
  const time = { nowMs: 1_700_000_000_000, limitMs: 60_000 };
  return { transcript, bench, judgesAnyway, judge: factsJudge(), verify: toyVerify, ...time };
}

test("the bench that the case is before gives its opinion", async () => {
  const told = disputed({ verify: { success: false, evidence: { passed: true } } });
  const opinion = await ruleOnTranscript(order(told.transcript()));
  expect(opinion).toMatchObject({ ok: true, value: { answer: "fulfilled" } });
});

test("the judge is asked the open question, by the time given", async () => {
  const told = deliberating();
  const asked: unknown[] = [];
  const judge = {
    opine: async (file: { readonly question: unknown }) => {
      asked.push(file.question);
      return { answer: "refused" as const, reasoning: "", details: {} };
    },
  };
  await ruleOnTranscript({ ...order(told.transcript()), judge });
  const { question } = told.state.case ?? {};
  expect(asked).toMatchObject([{ bench: "district", question, byMs: 1_700_000_060_000 }]);
});

test.each([
  { when: "no case was filed", told: accepted(), bench: "district" as const },
  { when: "another bench sits", told: deliberating(), bench: "appeals" as const },
  { when: "the bench has ruled", told: ruled(), bench: "district" as const },
])("when $when it is refused, unless an opinion is wanted anyway", async ({ told, bench }) => {
  const refused = await ruleOnTranscript(order(told.transcript(), bench));
  expect(refused).toMatchObject({ ok: false, refusal: { code: "wrong_phase", act: "ruling" } });
  expect((await ruleOnTranscript(order(told.transcript(), bench, true))).ok).toBe(true);
});

test("a contract without a court is refused", async () => {
  const { transcript } = order(story(freeTerms()).transcript());
  const refused = await ruleOnTranscript(order(transcript));
  expect(refused).toMatchObject({ ok: false, refusal: { code: "no_court" } });
  expect((await ruleOnTranscript(order(transcript, "district", true))).ok).toBe(true);
});

test("a changed transcript is refused, even with judgesAnyway", async () => {
  const transcript = disputed().transcript();
  const entries = transcript.entries.map((entry) =>
    entry.type === "fix" ? { ...entry, data: { fix: "something else" } } : entry,
  );
  const refused = await ruleOnTranscript(order({ ...transcript, entries }, "district", true));
  expect(refused.ok).toBe(false);
});

test("an exported transcript is verified by its real signatures", async () => {
  const [principal, agent, server] = [generateSigner(), generateSigner(), generateSigner()];
  const court = { kind: "tiered", judge: server.party, tiers: TIERS } as const;
  const parties = { principal: principal.party, platform: server.party, court };
  const told = new Story(sampleTerms(parties))
    .act(principal, "post")
    .act(agent, "bond")
    .act(agent, "accept")
    .act(agent, "dispute_filed", { argument: "I looked" })
    .act(principal, "dispute_response", { argument: "no fix" });
  const file = rfc8785(transcriptJson(told.transcript()));
  invariant(file.ok, "a transcript can be written down");
  const json = parseJson(file.value);
  const transcript = json.ok ? parseTranscript(json.value) : json;
  invariant(transcript.ok, "and read again");
  const asked = order(transcript.value);
  expect(await ruleOnTranscript({ ...asked, verify: ed25519Verify })).toMatchObject({
    ok: true,
    value: { answer: "canceled" },
  });
  expect((await ruleOnTranscript({ ...asked, verify: toyVerify })).ok).toBe(false);
});
