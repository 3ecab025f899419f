import type { JsonObject, Party } from "@bazaar/kernel";
import { isJsonObject, parseJson } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { STAND_IN_KEY, says, standIn } from "../../../packages/work/test/stand-in.ts";
import { Client, GENERATIONS } from "./client.ts";
import {
  entryTypes,
  eventually,
  type Pair,
  pairOf,
  post,
  sampleDocument,
  serverParty,
  steps,
} from "./life.ts";
import { Folder, TestServer } from "./server.ts";

/** Up to where the agent has answered the principal's dispute; the answer waits for the ruling. */
async function dispute(pair: Pair, id: string): Promise<ReturnType<Client["act"]>> {
  for (const { by, word, act } of steps(pair.agent.party).slice(0, 5)) {
    expect((await pair[by].act(id, word, act)).status).toBe(200);
  }
  const say = (side: "principal" | "agent", word: string, type: string) =>
    pair[side].act(id, word, {
      key: "pubkey",
      data: { argument: "look at the transcript", side },
      type,
    });
  expect((await say("principal", "dispute", "dispute_filed")).status).toBe(200);
  return say("agent", "respond", "dispute_response");
}

async function saveTranscript(folder: Folder, url: string, id: string): Promise<string> {
  const response = await fetch(`${url}/contracts/${id}/transcript`);
  return folder.write("transcript.json", await response.text());
}

test("without a model the server's court rules on recorded facts, and says so", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const pair = pairOf(server.url, GENERATIONS[0]!);
  const id = await post(pair.principal, await serverParty(server.url));
  const ruled = await dispute(pair, id);
  expect(ruled).toMatchObject({ status: 200, body: { outcome: "impossible", court: "district" } });
  expect(ruled.body.reasoning).toContain("facts judge");

  // Anyone can repeat the ruling with the same code and no server.
  const file = await saveTranscript(folder, server.url, id);
  const args = ["court", "rule", file, "--judge", "facts"];
  expect(await folder.run(args)).toMatchObject({ status: 2, stdout: "" });
  const again = await folder.run([...args, "--anyway"]);
  expect(again).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: "impossible", court: "district" });
});

test("a model at any compatible address judges, and the ruling names it", async () => {
  using folder = new Folder();
  const content = JSON.stringify({ outcome: "fulfilled", reasoning: "It compiles in entry 5." });
  await using model = await standIn(() => says(content));
  const environment = {
    BAZAAR_MODEL_URL: model.baseUrl,
    BAZAAR_MODEL: "small-model",
    BAZAAR_MODEL_KEY: STAND_IN_KEY,
  };
  await using server = await TestServer.start(folder, { environment });
  expect(server.output).toContain("judge     small-model");
  const pair = pairOf(server.url, GENERATIONS[1]!);
  const id = await post(pair.principal, await serverParty(server.url));
  const ruled = await dispute(pair, id);
  expect(ruled).toMatchObject({ status: 200, body: { outcome: "fulfilled", court: "district" } });
  expect(model.asked.map((asked) => asked.model)).toEqual(["small-model"]);
  expect(model.problems).toEqual([]);
  const { body } = await pair.agent.get(`/contracts/${id}/transcript`);
  expect(body.entries.at(-1).data).toMatchObject({ judge_kind: "model", model: "small-model" });
  expect(JSON.stringify(body) + server.logs).not.toContain(STAND_IN_KEY);
});

test("an external judge rules with its own key, and anyone can submit its ruling", async () => {
  using folder = new Folder();
  const judge = (await folder.run(["key", "judge.key", "--new"])).stdout.trim() as Party;
  const courts = { judges: [{ key: judge, tiers: ["district"] }] };
  await using server = await TestServer.start(folder, { settings: { courts } });
  const platform = await serverParty(server.url);
  const pair = pairOf(server.url, GENERATIONS[2]!);
  const document = sampleDocument(judge, { platform });
  const id = await post(pair.principal, platform, undefined, document);
  const waiting = { answer: dispute(pair, id) };
  await eventually(
    () => entryTypes(pair.agent, id),
    (types) => types.at(-1) === "dispute_response",
  );
  const file = await saveTranscript(folder, server.url, id);
  const signed = await folder.run([
    "court",
    "rule",
    file,
    "--judge",
    "facts",
    "--key",
    "judge.key",
  ]);
  expect(signed).toMatchObject({ status: 0, stderr: "" });
  const ruling = objectOf(signed.stdout);
  expect(ruling).toMatchObject({ outcome: "impossible", court: "district", origin: { judge } });

  const other = await folder.run([
    "court",
    "rule",
    file,
    "--judge",
    "facts",
    "--key",
    "server.key",
  ]);
  expect(other).toMatchObject({ status: 2, stdout: "" });
  expect(other.stderr).toContain(`the judge of this contract is ${judge}`);

  const anyone = new Client(server.url, GENERATIONS[0]!);
  const forged = { ...ruling, outcome: "fulfilled" };
  const refused = await anyone.send(anyone.sign(`/contracts/${id}/ruling`, { ruling: forged }));
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.status).toBeLessThan(500);
  const taken = await anyone.send(anyone.sign(`/contracts/${id}/ruling`, { ruling }));
  expect(taken).toEqual({ status: 200, body: { status: "resolved" } });
  expect(await waiting.answer).toMatchObject({ status: 200, body: { outcome: "impossible" } });
});

test("an unknown judge is refused at posting", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { principal, agent } = pairOf(server.url, GENERATIONS[2]!);
  const document = sampleDocument(agent.party);
  const body = { contract: document, principal_pubkey: principal.party };
  const reply = await principal.send(principal.sign("/contracts", body));
  expect(reply).toMatchObject({ status: 400, body: { code: "unsupported_terms" } });
});

function objectOf(text: string): JsonObject {
  const json = parseJson(text);
  if (!json.ok || !isJsonObject(json.value)) throw new Error(`no object: ${text}`);
  return json.value;
}
