/** The clients of these tests against recorded traffic: they send and sign the same bytes. */
import { fixParty, type Signer } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { DoorUnderTest } from "../door-under-test.ts";
import { signedText } from "./fix2-chain.ts";
import { RequestClient } from "./fix2-client.ts";
import { Fix2Key } from "./fix2-key.ts";
import { SAMPLES } from "./fix2-scene.ts";
import { dumps, type PythonObject } from "./python-json.ts";

const SEEDS = { principal: 1, agent: 2, server: 3, agent2: 4 };
const KEYS = Object.values(SEEDS).map((byte) => new Fix2Key(new Uint8Array(32).fill(byte)));

const POSTS = Object.entries(SAMPLES).filter(([, { method }]) => method === "POST");

test.each(POSTS)("%s is written and signed as it was recorded", (_, sample) => {
  const { request_headers: sent, request_body_text: text } = sample;
  const body: PythonObject = JSON.parse(text);
  expect(dumps(body)).toBe(text);
  const key = KEYS.find(({ publicHex }) => publicHex === sent["X-Fix-Pubkey"]) as Fix2Key;
  const nowSeconds = () => Number(sent["X-Fix-Timestamp"]);
  const client = new RequestClient({ url: "", nowSeconds }, key);
  expect(sent).toMatchObject(client.headers("POST", sample.path, text));
  const entry = body.chain_entry as PythonObject | undefined;
  expect(entry?.signature).toBe(entry && key.sign(signedText(entry)));
});

test("a recorded post is taken as it was sent", async () => {
  const { request_headers: headers, request_body_text: body } = SAMPLES["POST /contracts"]!;
  const key = KEYS[SEEDS.server - 1] as Fix2Key;
  const party = fixParty(key.publicHex);
  if (!party.ok) throw new Error("the key has a name");
  const server: Signer = { party: party.value, sign: (text) => key.sign(text) };
  await using under = await DoorUnderTest.open({ server });
  under.nowMs = Number(headers["X-Fix-Timestamp"]) * 1_000;
  const { "Content-Length": _, ...sent } = headers;
  const response = await under.ask("/contracts", { method: "POST", headers: sent, body });
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { status: "open", server_pubkey: key.publicHex },
  ]);
});
