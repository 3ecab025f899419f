import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Client } from "../../test/client.ts";
import { DoorUnderTest, document } from "../../test/door-under-test.ts";
import { wireText } from "../http/wire-text.ts";
import { readBody } from "./read-body.ts";
import { fromWebRequest } from "./web-request.ts";

const DEEP = `{"contract":${"[".repeat(100)}${"]".repeat(100)},"principal_pubkey":"x"}`;

test.each([
  { when: "is empty", body: "", status: 400, code: "malformed_json" },
  { when: "is not JSON", body: "{", status: 400, code: "malformed_json" },
  { when: "has a key twice", body: '{"a":1,"a":2}', status: 400, code: "malformed_json" },
  { when: "hides a key twice", body: '{"a":1,"\\u0061":2}', status: 400, code: "malformed_json" },
  { when: "is too deep", body: DEEP, status: 400, code: "malformed_json" },
  { when: "contains NaN", body: '{"a":NaN}', status: 400, code: "malformed_json" },
  { when: "starts with a byte order mark", body: "\ufeff{}", status: 400, code: "malformed_json" },
  { when: "is a list", body: "[]", status: 422, code: "malformed_body" },
  { when: "is null", body: "null", status: 422, code: "malformed_body" },
  { when: "is a number", body: "1e5", status: 422, code: "malformed_body" },
  {
    when: "has the wrong types",
    body: '{"contract":[],"principal_pubkey":1}',
    status: 422,
    code: "malformed_body",
  },
  {
    when: "only has a prototype",
    body: '{"__proto__":{"contract":{}}}',
    status: 422,
    code: "malformed_body",
  },
])("a body that $when gets $status, signed or not", async ({ body, status, code }) => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const prepared = client.sign("/contracts", body);
  const bare = { path: "/contracts", init: { method: "POST", headers: {}, body } };
  for (const each of [prepared, bare]) {
    expect(await client.send(each)).toMatchObject({ status, json: { code } });
  }
});

test("problems found by a schema are listed by field", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const { json } = await client.send(client.sign("/contracts", '{"contract":{}}'));
  expect(json).toMatchObject({
    detail: [{ loc: ["body", "principal_pubkey"], msg: expect.any(String) }],
    problems: [{ field: "principal_pubkey" }],
  });
});

test("malformed JSON is refused with its position", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const { json } = await client.send(client.sign("/contracts", '{"contract": tru'));
  expect(json).toMatchObject({ at: 13, detail: expect.stringContaining("13") });
});

test("unknown fields are ignored", async () => {
  await using under = await DoorUnderTest.open();
  const client = new Client(under, generateSigner());
  const body = {
    contract: document(under),
    principal_pubkey: client.signer.party,
    _nonce: 7n,
  };
  expect((await client.send(client.sign("/contracts", wireText(body)))).status).toBe(200);
});

test.each([
  { when: "declares it", headers: { "Content-Length": "100" } },
  { when: "does not declare it", headers: {} },
])("a body that is too large and $when is refused with the limit", async ({ headers }) => {
  const body = "x".repeat(100);
  const request = new Request("http://door/", { method: "POST", body, headers });
  expect(await readBody(fromWebRequest(request), 99)).toMatchObject({
    ok: false,
    refusal: { code: "body_too_large", limit: 99 },
  });
});

test("bytes that are not UTF-8 are refused, never replaced", async () => {
  const body = new Uint8Array([0x22, 0xff, 0x22]);
  const request = new Request("http://door/", { method: "POST", body });
  expect(await readBody(fromWebRequest(request), 99)).toMatchObject({
    refusal: { code: "malformed_request", problem: "the body is not valid UTF-8" },
  });
});

test("a body that ends early is refused", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("gone"));
    },
  });
  const init = { method: "POST", body, duplex: "half" } as RequestInit;
  expect(await readBody(fromWebRequest(new Request("http://door/", init)), 99)).toMatchObject({
    refusal: { problem: "the body ended early" },
  });
});
