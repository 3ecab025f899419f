/** What agents say that they can do. */
import { expect, test } from "vitest";
import { Chatting, newKey, World } from "./test/chatting.ts";
import { registration } from "./test/registration.ts";

const REVIEW = { capability: "code_review", rate: 10, currency: "TEST", description: "reviews" };

test("skills are announced, found by others, replaced, and kept while their agent is away", async () => {
  const world = new World();
  const key = newKey();
  {
    await using chat = await Chatting.open({}, world);
    const ann = await chat.enter("ann", key);
    const bob = await chat.enter("bob", null, ["#discovery"]);
    ann.send(registration(key, [{ capability: "old" }]));
    await chat.heard(bob);
    ann.send(registration(key, [REVIEW, { capability: "analysis", extra: 1 }]));
    expect((await chat.heard(ann)).at(-1)).toMatchObject({
      type: "SKILLS_REGISTERED",
      agent_id: ann.id,
      skills_count: 2,
    });
    expect(await chat.heard(bob)).toMatchObject([
      { from: "@server", to: "#discovery", content: expect.stringContaining("code_review") },
    ]);
  }
  await using chat = await Chatting.open({}, world);
  const bob = await chat.enter("bob");
  const search = async (query: object) => {
    bob.send({ type: "SEARCH_SKILLS", query, query_id: "q" });
    const [{ results = [], ...found } = {}] = await chat.heard(bob);
    expect(found).toMatchObject({ type: "SEARCH_RESULTS", query_id: "q", query });
    return (results as { capability: string }[]).map(({ capability }) => capability);
  };
  expect(await search({})).toEqual(["code_review", "analysis"]);
  expect(await search({ capability: "REVIEW" })).toEqual(["code_review"]);
  expect(await search({ max_rate: 9 })).toEqual(["analysis"]);
  expect(await search({ currency: "test", max_rate: 10 })).toEqual(["code_review", "analysis"]);
  expect(await search({ currency: "other" })).toEqual(["analysis"]);
  expect(await search({ limit: 1 })).toEqual(["code_review"]);
  expect(await search({ limit: -1 })).toEqual([]);
});

test("skills need a key and its signature over them as they were sent", async () => {
  await using chat = await Chatting.open();
  const [key, other] = [newKey(), newKey()];
  const [ann, eph] = [await chat.enter("ann", key), await chat.enter("eph")];
  const answer = async (message: object, talker: typeof ann = ann) => {
    talker.send(message);
    return (await chat.heard(talker))[0];
  };
  const wrong = { code: "VERIFICATION_FAILED", spec_code: "INVALID_SIGNATURE" };
  const good = registration(key, [REVIEW]);
  expect(await answer(registration(other, [REVIEW]))).toMatchObject(wrong);
  expect(await answer({ ...good, skills: [{ ...REVIEW, rate: 11 }] })).toMatchObject(wrong);
  expect(await answer({ ...good, sig: `${good.sig}=` })).toMatchObject(wrong);
  expect(await answer({ ...good, sig: undefined })).toMatchObject({ code: "INVALID_MSG" });
  expect(await answer(good, eph)).toMatchObject({ code: "SIGNATURE_REQUIRED" });
  expect(await answer(good)).toMatchObject({ type: "SKILLS_REGISTERED" });
});

test.each([
  ["nothing", []],
  ["a text", "code"],
  ["null in a list", [null]],
  ["a list in a list", [[]]],
  ["no capability", [{ rate: 1 }]],
  ["a capability that is a number", [{ capability: 5 }]],
  ["a currency that is an object", [{ capability: "x", currency: {} }]],
  ["a rate that is a text", [{ capability: "x", rate: "5" }]],
  ["a long capability", [{ capability: "x".repeat(101) }]],
  ["too many", Array(101).fill({ capability: "x" })],
  ["more than can be kept", Array(90).fill({ capability: "x", description: "\u0001".repeat(900) })],
])("skills that are %s are refused", async (_, skills) => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", newKey());
  ann.send({ type: "REGISTER_SKILLS", skills, sig: "x" });
  expect(await chat.heard(ann)).toMatchObject([{ code: "INVALID_MSG" }]);
});

test("what else a skill says is signed and ignored", async () => {
  await using chat = await Chatting.open();
  const key = newKey();
  const ann = await chat.enter("ann", key);
  ann.send(registration(key, [{ ...REVIEW, tags: ["ts"], limits: { days: [1, 2] } }]));
  expect(await chat.heard(ann)).toMatchObject([{ type: "SKILLS_REGISTERED" }]);
  ann.send({ type: "SEARCH_SKILLS", query: {} });
  const [{ results = [] } = {}] = await chat.heard(ann);
  expect(results).toEqual([expect.not.objectContaining({ tags: ["ts"] })]);
});

test("a skill that is nested deeply is refused before it is written as text", async () => {
  await using chat = await Chatting.open();
  const ann = await chat.enter("ann", newKey());
  const skills = `[{"capability":"x","more":${"[".repeat(50_000)}${"]".repeat(50_000)}}]`;
  ann.raw(`{"type":"REGISTER_SKILLS","skills":${skills},"sig":"x"}`);
  expect(await chat.heard(ann)).toMatchObject([{ code: "INVALID_MSG" }]);
  expect(chat.faults).toEqual([]);
});

test.each(["text", 5, [5], { capability: 5 }, { max_rate: "5" }, { limit: {} }])(
  "the query %j is refused",
  async (query) => {
    await using chat = await Chatting.open();
    const ann = await chat.enter("ann");
    ann.send({ type: "SEARCH_SKILLS", query });
    const [answer] = await chat.heard(ann);
    // A list is an object without any of the fields.
    expect(answer).toMatchObject(
      Array.isArray(query) ? { type: "SEARCH_RESULTS" } : { code: "INVALID_MSG" },
    );
  },
);
