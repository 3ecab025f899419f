/** A store that reads and cannot write, because another process has locked the file. */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { GENERATIONS } from "./client.ts";
import { pairOf, sampleDocument, serverParty } from "./life.ts";
import { Folder, TestServer } from "./server.ts";

test("the server is not ready after a failed write until one is stored", async () => {
  using folder = new Folder();
  await using server = await TestServer.start(folder);
  const { principal } = pairOf(server.url, GENERATIONS[2]!);
  const contract = sampleDocument(await serverParty(server.url));
  const body = { contract, principal_pubkey: principal.party };
  const post = async () => (await principal.send(principal.sign("/contracts", body))).status;
  const ready = async () => (await fetch(`${server.url}/ready`)).status;
  expect(await ready()).toBe(200);
  const other = new DatabaseSync(folder.at("bazaar.db"));
  other.exec("begin immediate");
  expect(await post()).toBe(503);
  other.exec("rollback");
  other.close();
  expect(await ready()).toBe(503);
  expect(await post()).toBe(200);
  expect(await ready()).toBe(200);
});
