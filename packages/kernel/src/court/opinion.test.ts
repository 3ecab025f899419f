import { JUDGE } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { opinionText, signOpinion } from "./opinion.ts";

test("a judge signs the contract and what it said, and an origin is no part of that", () => {
  const data = { outcome: "fulfilled", question: 0n };
  const text = '{"contract":"c","data":{"outcome":"fulfilled","question":0},"type":"ruling"}';
  expect(opinionText("c", data)).toBe(text);
  const signed = signOpinion(JUDGE, "c", data);
  const origin = { scheme: "opinion", judge: JUDGE.party, signature: JUDGE.sign(text) };
  expect(signed).toEqual({ ...data, origin });
  expect(opinionText("c", signed)).toBe(text);
});
