import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OpenPurchases } from "./open-purchases.ts";

const PLACE = { market: "http://market.test", buyer: generateSigner().party, key: null };

let folder: string;
let purchases: OpenPurchases;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "bazaar-purchases-")), "purchases");
  purchases = new OpenPurchases(folder);
});

afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

const wish = (changes: JsonObject = {}, document: JsonObject = {}): JsonObject => ({
  schema_id: "oa.text_gen.v1",
  payload: { prompt: "hello", idempotency_key: crypto.randomUUID(), ...changes },
  ...document,
});

const files = (): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** As if the process that is buying had ended, and another one had its id since. */
function crash(): void {
  for (const file of files()) {
    const [name = "", owner = ""] = file.split(".");
    const [boot, namespace, pid, started, random] = owner.split("-");
    const earlier = [boot, namespace, pid, `${started}0`, random].join("-");
    renameSync(join(folder, file), join(folder, `${name}.${earlier}.json`));
  }
}

test("a purchase is on the disk, for its buyer's eyes only, until it is over", () => {
  const wanted = wish();
  const { document, close } = purchases.begin(wanted, PLACE);
  expect(document).toEqual(wanted);
  expect(files()).toHaveLength(1);
  const at = join(folder, files()[0] ?? "");
  expect(JSON.parse(readFileSync(at, "utf8"))).toEqual({ document: wanted, notes: {} });
  expect([statSync(folder).mode & 0o777, statSync(at).mode & 0o777]).toEqual([0o700, 0o600]);
  close();
  expect(files()).toEqual([]);
});

test("after a crash the same wish is the document that was posted then", () => {
  const first = wish();
  purchases.begin(first, PLACE);
  crash();
  const again = purchases.begin(wish(), PLACE);
  expect(again.document).toEqual(first);
  expect(files()).toHaveLength(1);
  again.close();
  expect(files()).toEqual([]);
});

describe("after a crash", () => {
  test.each([
    { what: "another bundle of the same commit", changes: { repo_bundle: "b" }, document: {} },
    { what: "a bundle inside the request", changes: { repo: { bundle: "b" } }, document: {} },
    { what: "its hash", changes: {}, document: { job_hash: "b" } },
  ])("$what makes no other wish", ({ changes, document }) => {
    const renamed = (text: JsonObject): JsonObject =>
      JSON.parse(JSON.stringify(text).replaceAll('"b"', '"a"'));
    const first = wish(renamed(changes), renamed(document));
    purchases.begin(first, PLACE);
    crash();
    expect(purchases.begin(wish(changes, document), PLACE).document).toEqual(first);
  });

  test.each([
    { what: "prompt", changes: { prompt: "goodbye" }, document: {}, place: {} },
    { what: "budget", changes: {}, document: { budget: { amount: "2" } }, place: {} },
    { what: "provider", changes: {}, document: { provider: "p" }, place: {} },
    { what: "policy", changes: {}, document: { policy_bundle_id: "p" }, place: {} },
    { what: "market", changes: {}, document: {}, place: { market: "http://other.test" } },
    { what: "buyer", changes: {}, document: {}, place: { buyer: generateSigner().party } },
    { what: "chosen key", changes: {}, document: {}, place: { key: "mine" } },
  ])("another $what is another purchase", ({ changes, document, place }) => {
    purchases.begin(wish(), PLACE);
    crash();
    const wanted = wish(changes, document);
    const other = purchases.begin(wanted, { ...PLACE, ...place });
    expect(other.document).toEqual(wanted);
    expect(files()).toHaveLength(2);
  });

  test("what was noted beside the document is there, and only the last note of a name", () => {
    const first = purchases.begin(wish(), PLACE);
    first.note({ source: "a", result: "1" });
    first.note({ result: "2" });
    crash();
    const again = purchases.begin(wish(), PLACE);
    expect(again.notes).toEqual({ source: "a", result: "2" });
    again.note({ payload: {} });
    crash();
    expect(purchases.begin(wish(), PLACE).notes).toEqual({ source: "a", result: "2", payload: {} });
  });

  test("a purchase that is known by other words than its document is found by them", () => {
    const first = wish();
    purchases.begin(first, PLACE, { said: "hello" });
    expect(purchases.resume(PLACE, { said: "hello" })).toBeNull();
    crash();
    expect(purchases.resume(PLACE, { said: "goodbye" })).toBeNull();
    expect(purchases.resume({ ...PLACE, key: "mine" }, { said: "hello" })).toBeNull();
    expect(purchases.resume(PLACE, { said: "hello" })?.document).toEqual(first);
    expect(files()).toHaveLength(1);
  });

  test("half a file is not a purchase: nothing was posted yet", () => {
    purchases.begin(wish(), PLACE);
    crash();
    writeFileSync(join(folder, files()[0] ?? ""), '{"payload":');
    const wanted = wish();
    expect(purchases.begin(wanted, PLACE).document).toEqual(wanted);
    expect(files()).toHaveLength(1);
  });
});

test("what another process is still buying is bought a second time, as a job of its own", () => {
  const first = purchases.begin(wish(), PLACE);
  const wanted = wish();
  const second = purchases.begin(wanted, PLACE);
  expect(second.document).toEqual(wanted);
  first.close();
  expect(files()).toHaveLength(1);
});
