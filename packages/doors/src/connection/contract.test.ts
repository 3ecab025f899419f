import { type Transcript, transcriptJson, type Verify } from "@bazaar/kernel";
import { fixed, PRINCIPAL, toyVerify } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { SYSTEM_CLOCK } from "./clock.ts";
import { type Contract, readContract } from "./contract.ts";

function sampleTranscript(): Transcript {
  return fixed().act(PRINCIPAL, "verify", { success: false }).transcript();
}

function first(seq: number, { id, entries, receivedAt }: Transcript): Transcript {
  return { id, entries: entries.slice(0, seq), receivedAt: receivedAt.slice(0, seq) };
}

function read(transcript: Transcript, from?: Contract, verify: Verify = toyVerify) {
  const needs = { verify, clock: SYSTEM_CLOCK };
  return readContract(transcriptJson(transcript), from ?? transcript.id, needs);
}

test("other work goes on between the entries of a transcript that is read", async () => {
  const transcript = sampleTranscript();
  const { id, entries } = transcript;
  let nowMs = 0;
  const slept: number[] = [];
  const sleep = async (): Promise<void> => {
    slept.push(nowMs);
  };
  const slow: Verify = (...signed) => {
    nowMs += 3;
    return toyVerify(...signed);
  };
  const clock = { nowMs: () => nowMs, sleep };
  await readContract(transcriptJson(transcript), id, { verify: slow, clock });
  // Two signatures take longer than it may keep others waiting.
  expect(slept).toEqual([6, 12]);
  expect(entries).toHaveLength(5);
});

test("a contract that is known is verified from there on", async () => {
  const transcript = sampleTranscript();
  const known = await read(first(3, transcript));
  let checked = 0;
  const counting: Verify = (...signed) => {
    checked += 1;
    return toyVerify(...signed);
  };
  expect(await read(transcript, known, counting)).toEqual(await read(transcript));
  expect(checked).toBe(transcript.entries.length - 3);
});

test("times of receipt that were shown before stay as they were", async () => {
  const transcript = sampleTranscript();
  const known = await read(first(3, transcript));
  const [, ...others] = transcript.receivedAt;
  const newer = await read({ ...transcript, receivedAt: [0, ...others] }, known);
  expect(newer.transcript.receivedAt).toEqual(transcript.receivedAt);
});

test.each([
  { what: "shorter", shown: (whole: Transcript) => first(2, whole) },
  {
    what: "another one",
    shown: ({ entries, ...whole }: Transcript) => {
      const changed = { ...entries[2]!, type: "decline" };
      return { ...whole, entries: entries.with(2, changed) };
    },
  },
])("a transcript that is $what than the known one is refused", async ({ shown }) => {
  const transcript = sampleTranscript();
  const known = await read(first(3, transcript));
  await expect(read(shown(transcript), known)).rejects.toThrow("differs from the one shown before");
});
