import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  actOf,
  type ContractState,
  contractId,
  decide,
  formatAmount,
  invariant,
  type JsonObject,
  parseJson,
  parseTerms,
  parseTranscript,
  type Refusal,
  type Result,
  type Transcript,
  verifyTranscript,
} from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { expect, test } from "vitest";
import { transcriptVectors } from "./transcript.ts";

const text = readFileSync(join(import.meta.dirname, "../../spec/vectors/transcripts.json"), "utf8");
const file = read();

function read(): {
  cases: { name: string; transcript: JsonObject; state: JsonObject; legs: readonly JsonObject[] }[];
  broken: { name: string; transcript: JsonObject; refusal: JsonObject }[];
} {
  const json = parseJson(text);
  invariant(json.ok, "the file is JSON");
  return json.value as never;
}

function verified(json: JsonObject, verify = nativeVerify): Result<ContractState> {
  const transcript = parseTranscript(json);
  return transcript.ok ? verifyTranscript(transcript.value, verify) : transcript;
}

/** Every transfer that the entries order, decided again one by one. */
function legsOf({ id, entries, receivedAt }: Transcript): readonly JsonObject[] {
  const terms = parseTerms(entries[0]?.data.terms);
  invariant(terms.ok, "the terms can be read");
  let state: ContractState | null = null;
  return entries.flatMap((entry, seq) => {
    const act = actOf(entry, { id, platform: terms.value.platform }, nativeVerify);
    invariant(act.ok, `${entry.type} has an author`);
    const decided = decide(state, act.value, receivedAt[seq] ?? 0);
    invariant(decided.ok, `${entry.type} is allowed`);
    state = decided.value.state;
    return decided.value.legs.map(({ to, amount, asset }) => ({
      role: to.role,
      amount: formatAmount(amount, asset),
    }));
  });
}

test("the file is what the generator writes; run tools/write-vectors.ts", () => {
  expect(text === transcriptVectors()).toBe(true);
});

test.each(file.cases)("$name", ({ transcript, state, legs }) => {
  const after = verified(transcript);
  invariant(after.ok, JSON.stringify(after.ok || after.refusal));
  expect({ phase: after.value.phase, row: after.value.outcome?.row ?? null }).toEqual({ ...state });
  expect(verified(transcript, nobleVerify)).toEqual(after);
  const parsed = parseTranscript(transcript);
  invariant(parsed.ok, "it was read a moment ago");
  expect(legsOf(parsed.value)).toEqual(legs.map((leg) => ({ ...leg })));
  expect(after.value.legs).toBe(legs.length);
});

test("every way to an end that the page names is there", () => {
  const ends = file.cases.map(({ state, legs }) => {
    const paid = legs.map(({ role, amount }) => `${role} ${amount}`).join(", ");
    return `${state.phase}, ${state.row}: ${paid}`;
  });
  expect(ends).toMatchInlineSnapshot(`
    [
      "fulfilled, fulfilled: agent 1.12, principal 0.17, platform 0.05",
      "resolved, ruled_canceled: principal 0.62, agent 0.6, platform 0.12",
      "canceled, unclaimed: agent 0.57, principal 0.05, platform 0.05, agent 0.67, principal 0.62, platform 0.05",
      "fulfilled, fulfilled: agent 1.12, principal 0.17, platform 0.05",
      "fulfilled, fulfilled: ",
      "fulfilled, fulfilled: agent 1.12, principal 0.17, platform 0.05",
      "resolved, ruled_fulfilled: agent 1.12, platform 0.22",
      "fulfilled, fulfilled: agent 1.12, principal 0.17, platform 0.05",
      "resolved, ruled_fulfilled: burn 25, arbiter 25, arbiter 25, agent 70",
      "resolved, ruled_canceled: arbiter 25, arbiter 25, arbiter 25, principal 1",
    ]
  `);
});

test("the example on the terms page is the first transcript's, and its id is the one stated", () => {
  const page = readFileSync(join(import.meta.dirname, "../../spec/terms.md"), "utf8");
  const json = parseJson(/```json\n([^`]*)```/.exec(page)?.[1] ?? "");
  invariant(json.ok, "the example is JSON");
  const terms = parseTerms(json.value);
  invariant(terms.ok, JSON.stringify(terms.ok || terms.refusal));
  expect(contractId(terms.value)).toBe(file.cases[0]?.transcript.id);
  expect(page).toContain(`\`${contractId(terms.value)}\``);
});

test.each(file.broken)("refused: $name", ({ transcript, refusal }) => {
  const after = verified(transcript);
  invariant(!after.ok, "it was taken");
  expect(inShort(after.refusal)).toEqual({ ...refusal });
});

function inShort(refusal: Refusal): object {
  const isChain = refusal.code === "broken_chain";
  return {
    code: refusal.code,
    seq: isChain ? BigInt(refusal.seq) : null,
    because: isChain ? (refusal.refusal?.code ?? null) : null,
  };
}
