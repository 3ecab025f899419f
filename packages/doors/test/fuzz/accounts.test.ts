/** Payout accounts are for the two parties; in public they stand in the signed transcript alone. */
import { generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { Client } from "../client.ts";
import { Life } from "../life.ts";
import { FuzzedDoor } from "./fuzzed-door.ts";

const TRANSCRIPTS = ["/contracts/{id}", "/contracts/{id}/transcript"];

test("no read shows a party's account to others, except in the transcript", async () => {
  await using fuzzed = await FuzzedDoor.open();
  const { under, secretAccount } = fuzzed;
  const life = await Life.working(under);
  const says = { account: secretAccount };
  for (const by of [life.principal, life.agent])
    await life.talk(by, "accounts", says, "set_account", says);
  await life.fix("make");
  await life.verify(true);
  const stranger = new Client(under, generateSigner());
  const readers = [stranger, life.principal, life.agent];
  const seenBy = new Map(readers.map((reader) => [reader, new Set<string>()]));
  for (const { path, contentType } of fuzzed.reads) {
    if (contentType === "text/event-stream") continue;
    const key = life.agent.signer.party;
    const asked = path.replace("{id}", life.id).replace("{pubkey}", key);
    for (const [reader, seen] of seenBy) {
      const { headers } = reader.sign(asked, "", "GET").init;
      const signed = await (await under.ask(asked, { headers })).text();
      const unsigned = await (await under.ask(asked)).text();
      if (signed.includes(secretAccount)) seen.add(path);
      if (unsigned.includes(secretAccount)) expect(TRANSCRIPTS).toContain(path);
    }
  }
  expect([...(seenBy.get(stranger) ?? [])].sort()).toEqual(TRANSCRIPTS);
  const own = [...TRANSCRIPTS, "/contracts/{id}/escrow"].sort();
  expect([...(seenBy.get(life.principal) ?? [])].sort()).toEqual(own);
  expect([...(seenBy.get(life.agent) ?? [])].sort()).toEqual(own);
});
