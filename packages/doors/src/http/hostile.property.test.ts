/** Whatever is signed and sent: a 2xx or a clear 4xx, and contracts stay valid. */
import {
  isWithinDepth,
  type Json,
  type JsonObject,
  parseJson,
  verifyTranscript,
} from "@bazaar/kernel";
import { ed25519Verify } from "@bazaar/keys";
import { isFullMatrix } from "@bazaar/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GENERATIONS } from "../../test/client.ts";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";
import { ACTS } from "./acts/acts.ts";
import { wireText } from "./wire-text.ts";

const FREE = {
  perAddress: { requests: 1e9, seconds: 60 },
  busyMsPerAddress: 1e9,
  signedPerAddress: { requests: 1e9, seconds: 60 },
  perIdentity: { requests: 1e9, seconds: 60 },
  talkPerIdentity: { requests: 1e9, seconds: 60 },
  holdMs: 1,
};

/** Words that the rules know, so that some bodies get past the first checks. */
const WORD = fc.constantFrom(
  ...["agent", "principal", "ask", "answer", "message", "accept", "reject", "dispute", "XNO"],
  ...["ls", "cat foo.c", "", "0.5", "fulfilled", "district", "\u0000", "\ud800", "__proto__"],
);
const NAME = fc.constantFrom(
  ...["fix", "explanation", "command", "price", "success", "evidence", "reason", "argument"],
  ...["side", "message", "from_side", "msg_type", "action", "account", "agent_account", "asset"],
  ...["principal_account", "ruling", "contract", "output", "origin", "type", "data", "seq"],
);
const VALUE: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    WORD,
    fc.string(),
    fc.boolean(),
    fc.bigInt({ min: -3n, max: 3n }),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(NAME, tie("value"), { maxKeys: 4 }),
  ),
})).value;
const BODY = fc.dictionary(NAME, fc.oneof(WORD, fc.boolean(), VALUE), { maxKeys: 8 });

test("no signed body causes a 5xx or breaks a contract", async () => {
  await using under = await DoorUnderTest.open({ limits: FREE });
  const life = await Life.working(under);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ACTS),
      BODY,
      fc.boolean(),
      fc.option(fc.tuple(fc.constantFrom(...GENERATIONS), NAME, VALUE)),
      async ({ path }, body, isPrincipal, entryLike) => {
        const by = isPrincipal ? life.principal : life.agent;
        const { party } = by.signer;
        const keys = { pubkey: party, agent_pubkey: party, principal_pubkey: party };
        const entry =
          entryLike === null
            ? {}
            : {
                chain_entry: {
                  ...by.entryOn(await headOf(life), "fix", {}),
                  [entryLike[1]]: entryLike[2],
                },
              };
        const whole: JsonObject = { ...body, ...keys, ...entry };
        const reply = await by.send(by.sign(path.replace("{id}", life.id), whole));
        expect(reply.status, JSON.stringify(reply.json)).toBeLessThan(500);
        if (reply.status !== 200) expect(reply.json).toHaveProperty("code");
        under.nowMs += 10;
      },
    ),
    { numRuns: isFullMatrix() ? 600 : 200 },
  );
  expect(under.faults).toEqual([]);
  const contract = (await under.market.find(life.id))!;
  const transcript = (await under.market.transcript(contract.state.id))!;
  expect(verifyTranscript(transcript, ed25519Verify)).toMatchObject({ ok: true });
});

test("no text causes a 5xx", async () => {
  await using under = await DoorUnderTest.open({ limits: FREE });
  const life = new Life(under, "requests only");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
      const reply = await life.agent.send(life.agent.sign("/contracts", text.toWellFormed()));
      expect(reply.status).toBeLessThan(500);
    }),
  );
  expect(under.faults).toEqual([]);
});

async function headOf(life: Life): Promise<{ head: string; seq: number }> {
  const { chain } = (await life.under.market.find(life.id))!;
  return chain;
}

test("the generated values are JSON", () => {
  fc.assert(
    fc.property(VALUE, (value) => {
      expect(parseJson(wireText(value)).ok && isWithinDepth(value, 10)).toBe(true);
    }),
  );
});
