import { type Check, type JsonObject, judge, sha256Hex } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { measured } from "../../../test/measured.ts";
import { collectText } from "./collect-text.ts";

const CHECK: Check = { method: "text", minLength: 1, maxLength: 500_000, outputSchema: null };

const evidenceOf = (result: JsonObject) => measured(collectText, CHECK, result);

test("a text that fits is evidence as it is", async () => {
  const evidence = await evidenceOf({ text: "hello", text_sha256: sha256Hex("hello") });
  expect(evidence).toEqual({ text: "hello", claimed_sha256: sha256Hex("hello") });
  expect(judge(CHECK, evidence)).toBe("pass");
});

test("a text is shown if it is as long as any that fits", async () => {
  const longest = "\u0001".repeat(29_999);
  expect(await evidenceOf({ text: longest })).toMatchObject({ text: longest });
  expect(await evidenceOf({ text: `${longest}\u0001` })).toMatchObject({ length: 30_000n });
});

test("a text that does not fit is measured", async () => {
  const long = "x".repeat(200_000);
  const evidence = await evidenceOf({ text: long, text_sha256: sha256Hex(long) });
  expect(evidence).toEqual({
    length: 200_000n,
    text_sha256: sha256Hex(long),
    claimed_sha256: sha256Hex(long),
  });
  expect(judge(CHECK, evidence)).toBe("pass");
  expect(judge(CHECK, { ...evidence, claimed_sha256: sha256Hex("x") })).toBe("fail");
});

test.each<{ what: string; result: JsonObject }>([
  { what: "no text", result: {} },
  { what: "a list in place of a text", result: { text: ["hello"] } },
])("a result with $what fails", async ({ result }) => {
  const evidence = await evidenceOf(result);
  expect(evidence).toEqual({ text: null, claimed_sha256: null });
  expect(judge(CHECK, evidence)).toBe("fail");
});
