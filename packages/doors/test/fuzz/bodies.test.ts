/** Any signed body is either refused clearly or records one legitimate act. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@bazaar/kernel";
import { isFullMatrix, sample } from "@bazaar/testkit";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { Client, GENERATIONS, type Generation } from "../client.ts";
import { FuzzedDoor } from "./fuzzed-door.ts";
import { type GoodRequest, goodRequest } from "./good-requests.ts";
import { BROKEN_BYTES, BROKEN_TEXTS, NASTY_FIELDS, NASTY_VALUES } from "./nasty.ts";

const SEED = 20_261;
/** Endpoints per test, unless all of them run. */
const ENDPOINTS = 5;

test.each(GENERATIONS)("a valid request to every endpoint is accepted: %s", async (generation) => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of fuzzed.posts) {
    const at = await goodRequest(fuzzed, target, generation);
    const reply = await sendText(fuzzed, at, wireText(at.body), "as it is");
    if (at.isGood) expect(reply.status, `${target.path} ${reply.text}`).toBe(200);
  }
});

test("a body that is not a JSON object is refused", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("broken bodies", fuzzed.posts, ENDPOINTS)) {
    const at = await goodRequest(fuzzed, target, "requests only");
    for (const text of BROKEN_TEXTS) {
      const reply = await sendText(fuzzed, at, text, `broken ${text.slice(0, 40)}`);
      expect(reply.status, text.slice(0, 40)).toBeGreaterThanOrEqual(400);
    }
    for (const body of BROKEN_BYTES) {
      const { init } = at.by.sign(at.path, Buffer.from(body).toString("utf8"));
      const what = `bytes ${Buffer.from(body).toString("hex")}`;
      const reply = await fuzzed.send({ what, path: at.path, ...init, body });
      expect(reply).toMatchObject({ status: 400, code: "malformed_request" });
    }
  }
  await fuzzed.checkHealth();
});

test.each(GENERATIONS)("no value in any field does harm: %s", async (generation) => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample(`values ${generation}`, fuzzed.posts, ENDPOINTS)) {
    let at = await goodRequest(fuzzed, target, generation);
    for (const [place, path] of pathsOf(at.body).entries()) {
      for (const [nth, value] of NASTY_VALUES.entries()) {
        if ((nth + place) % strideOf(generation, at) !== 0) continue;
        const text = holed(at.body, path, value);
        const reply = await sendText(fuzzed, at, text, `${path} = ${value.slice(0, 60)}`);
        if (reply.status === 200) at = await goodRequest(fuzzed, target, generation);
      }
      if (generation !== "requests only") continue;
      await sendText(fuzzed, at, holed(at.body, path, null), `${path} left out`).then(
        async ({ status }) => {
          if (status === 200) at = await goodRequest(fuzzed, target, generation);
        },
      );
    }
  }
  await fuzzed.checkHealth();
});

test("unexpected fields do no harm, in any object of a body", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const target of sample("fields", fuzzed.posts, ENDPOINTS)) {
    let at = await goodRequest(fuzzed, target, "dated entries");
    for (const [place, path] of ["", ...pathsOf(at.body, isObject)].entries()) {
      for (const [nth, field] of NASTY_FIELDS.entries()) {
        if ((nth + place) % 3 !== 0) continue;
        const text = withField(at.body, path, field);
        const reply = await sendText(fuzzed, at, text, `${path} with ${field}`);
        if (reply.status === 200) at = await goodRequest(fuzzed, target, "dated entries");
      }
    }
  }
  await fuzzed.checkHealth();
});

test("a damaged body does no harm", async () => {
  await using fuzzed = await FuzzedDoor.open();
  const targets = fuzzed.posts;
  const requests = new Map<string, GoodRequest>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...targets),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat({ max: 8 }),
      fc.oneof(
        fc.constantFrom('"', "\\", "{", "}", "[", "]", ",", ":", "null", "-", "e", ".", "\u0000"),
        fc.string({ unit: "binary", maxLength: 6 }),
      ),
      async (target, share, cut, put) => {
        const at =
          requests.get(target.path) ?? (await goodRequest(fuzzed, target, "dated entries"));
        const text = wireText(at.body);
        const from = Math.floor(share * text.length);
        const damaged = `${text.slice(0, from)}${put}${text.slice(from + cut)}`.toWellFormed();
        const { status } = await sendText(fuzzed, at, damaged, `damaged at ${from}`);
        if (status === 200) requests.delete(target.path);
        else requests.set(target.path, at);
      },
    ),
    { numRuns: isFullMatrix() ? 700 : 200, seed: SEED },
  );
  await fuzzed.checkHealth();
});

test("a body beyond the limits of length and depth is refused as such", async () => {
  await using fuzzed = await FuzzedDoor.open();
  for (const [nth, target] of fuzzed.posts.entries()) {
    const at = await goodRequest(fuzzed, target, "requests only");
    const huge = holed(at.body, pathsOf(at.body)[0] ?? "", JSON.stringify("x".repeat(524_288)));
    expect(await sendText(fuzzed, at, huge, "huge")).toMatchObject({ code: "body_too_large" });
    if (nth % 5 !== 0) continue;
    const wide = `{${Array.from({ length: 40_000 }, (_, key) => `"k${key}":0`).join(",")}}`;
    await sendText(fuzzed, at, wide, "wide");
    const list = `{"a":[${"0,".repeat(200_000)}0]}`;
    await sendText(fuzzed, at, list, "a long list");
  }
  await fuzzed.checkHealth();
});

async function sendText(fuzzed: FuzzedDoor, { by, path }: GoodRequest, text: string, what: string) {
  // In the form that is checked first: other tests try the signatures.
  const { init } = new Client(fuzzed.under, by.signer, "dated entries").sign(path, text);
  // So that no two attempts are the same request.
  fuzzed.under.nowMs += 1;
  return fuzzed.send({ what, path, ...init });
}

/** Every value in every field of a small body; otherwise every nth, starting at another one in each field. */
function strideOf(generation: Generation, { body }: GoodRequest): number {
  if (generation === "undated entries") return 17;
  const isLarge = pathsOf(body).length > 30;
  return generation === "dated entries" ? (isLarge ? 29 : 9) : isLarge ? 4 : 1;
}

const HOLE = "@hole@";

/** The body with these characters in place of one value; null removes the value. */
function holed(body: JsonObject, path: string, value: string | null): string {
  const [first = "", ...rest] = path.split("/");
  const replaced = put(body, [first, ...rest], value === null ? undefined : HOLE);
  return wireText(replaced).replace(`"${HOLE}"`, () => value ?? "");
}

function put(json: Json, [name = "", ...rest]: readonly string[], value: Json | undefined): Json {
  const old: Json = Reflect.get(json as object, name) as Json;
  const next = rest.length === 0 ? value : put(old, rest, value);
  if (isJsonArray(json))
    return json.map((item, at) => (String(at) === name ? (next ?? null) : item));
  const pairs = Object.entries(json as JsonObject).filter(([key]) => key !== name);
  return Object.fromEntries(next === undefined ? pairs : [...pairs, [name, next]]) as JsonObject;
}

function withField(body: JsonObject, path: string, field: string): string {
  const object = path === "" ? body : path.split("/").reduce<Json>(into, body);
  const text = wireText(object).replace(/\}$/, object === null ? "}" : `,${field}}`);
  const whole = text.replace(/^\{,/, "{");
  return path === "" ? whole : holed(body, path, whole);
}

function into(json: Json, name: string): Json {
  return Reflect.get(json as object, name) as Json;
}

function isObject(json: Json): boolean {
  return isJsonObject(json);
}

/** Every place in a value, as `chain_entry/data/fix`. */
function pathsOf(json: Json, isWanted: (value: Json) => boolean = () => true): readonly string[] {
  const inside: readonly (readonly [string, Json])[] = isJsonArray(json)
    ? json.map((item, at) => [String(at), item] as const)
    : isJsonObject(json)
      ? Object.entries(json)
      : [];
  return inside.flatMap(([name, value]) => [
    ...(isWanted(value) ? [name] : []),
    ...pathsOf(value, isWanted).map((rest) => `${name}/${rest}`),
  ]);
}
