/** Ids and keys in capital letters are refused alike by every endpoint. */
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { document } from "../door-under-test.ts";
import { keyOf } from "./endpoints.ts";
import { FuzzedDoor } from "./fuzzed-door.ts";
import { goodRequest } from "./good-requests.ts";

const REFUSED = { status: 400, code: "upper_case" };
const PARAMETER = /\{\w+\}/;

test("in the path of every read", async () => {
  await using fuzzed = await FuzzedDoor.open();
  const life = await fuzzed.newLife("requests only");
  await life.post();
  const key = life.principal.signer.party;
  const names = {
    "{id}": [life.id, (await fuzzed.under.market.find(life.id))?.state.id ?? ""],
    "{pubkey}": [key, key.slice(4)],
  } as Readonly<Record<string, readonly string[]>>;
  const reads = fuzzed.reads.filter(({ path }) => PARAMETER.test(path));
  expect(reads.length).toBeGreaterThan(10);
  for (const { path } of reads) {
    for (const name of names[PARAMETER.exec(path)?.[0] ?? ""] ?? []) {
      const shouted = path.replace(PARAMETER, name.toUpperCase());
      const what = `${name} in capitals`;
      expect(await fuzzed.send({ what, method: "GET", path: shouted })).toMatchObject(REFUSED);
    }
  }
  const before = `/contracts?before=${life.id.toUpperCase()}`;
  expect(await fuzzed.send({ what: "a place", method: "GET", path: before })).toMatchObject(
    REFUSED,
  );
});

test("in the path, the key and the header of every act", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of fuzzed.posts) {
    for (const generation of ["requests only", "dated entries"] as const) {
      const { life, by, path, body } = await goodRequest(fuzzed, target, generation);
      const send = async (what: string, at: string, said: typeof body, key?: string) => {
        const { init } = by.sign(at, wireText(said));
        const headers = { ...init.headers, ...(key === undefined ? {} : { "X-Fix-Pubkey": key }) };
        const attempt = { what, method: "POST", path: at, headers, body: init.body };
        expect(await fuzzed.send(attempt), `${target.path} ${what}`).toMatchObject(REFUSED);
      };
      const named = keyOf(target);
      const shouted = by.signer.party.toUpperCase();
      if (PARAMETER.test(target.path)) {
        await send("id in the path", path.replace(life.id, life.id.toUpperCase()), body);
      }
      if (named !== null) await send("key in the body", path, { ...body, [named]: shouted });
      await send("key in the header", path, body, shouted.slice(4));
    }
  }
  const life = await fuzzed.newLife("requests only");
  const judge = { pubkey: fuzzed.judge.party.toUpperCase(), fee: "0.17" };
  const { path, init } = life.principal.post(document(fuzzed.under, { judge }));
  const attempt = { what: "judge", method: "POST", path, headers: init.headers, body: init.body };
  expect(await fuzzed.send(attempt)).toMatchObject(REFUSED);
});
