/** The door checks texts before the market does, and neither more nor less strictly. */
import { requestFor } from "@bazaar/kernel";
import { sampleData } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { ACT_SCENES } from "../../../../kernel/src/contract/test/act-scenes.ts";
import { longestData } from "../../../../kernel/src/contract/test/longest-data.ts";
import type { ActName } from "../../connection/connection.ts";
import { ACT_WORDS } from "../connect/act-words.ts";
import { ACTS } from "./acts.ts";

test.each(Object.keys(ACT_WORDS) as readonly ActName[])("texts of %s", (act) => {
  const [by, scene] = ACT_SCENES[act];
  const { word, also } = requestFor(act);
  const body = ACTS.find(({ path }) => path === `/contracts/{id}/${word}`)?.body;
  const isTaken = (changes: object): boolean | undefined =>
    body?.safeParse({ ...longest, ...also, [ACT_WORDS[act].key]: by.party, ...changes }).success;
  const told = scene();
  const sample = sampleData(act, told.state);
  const longest = longestData(told, by, act);
  expect(isTaken({})).toBe(true);
  for (const [name, text] of Object.entries(longest)) {
    // The others cannot be longer, or are no texts.
    if (typeof text !== "string" || text === sample[name]) continue;
    expect(isTaken({ [name]: `${text}x` }), name).toBe(false);
  }
});
