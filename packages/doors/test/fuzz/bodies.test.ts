/** Whatever stands in a body, signed by whoever sends it: a clear no, or one legitimate act. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@bazaar/kernel";
import fc from "fast-check";
import { expect, test } from "vitest";
import { wireText } from "../../src/http/wire-text.ts";
import { Client, GENERATIONS, type Generation } from "../client.ts";
import { BROKEN_BYTES, BROKEN_TEXTS, NASTY_FIELDS, NASTY_VALUES } from "./nasty.ts";
import { ShootingRange } from "./shooting-range.ts";
import { type Aim, aim } from "./words.ts";

const SEED = 20_261;

test.each(GENERATIONS)("a good request to every endpoint is taken: %s", async (generation) => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, generation);
    const hit = await fireText(range, at, wireText(at.body), "as it is");
    if (at.isGood) expect(hit.status, `${target.path} ${hit.text}`).toBe(200);
  }
});

test("what is no JSON object is refused everywhere, signed or not", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    const at = await aim(range, target, "requests only");
    for (const text of BROKEN_TEXTS) {
      const hit = await fireText(range, at, text, `broken ${text.slice(0, 40)}`);
      expect(hit.status, text.slice(0, 40)).toBeGreaterThanOrEqual(400);
    }
    for (const body of BROKEN_BYTES) {
      const { init } = at.by.sign(at.path, Buffer.from(body).toString("utf8"));
      const what = `bytes ${Buffer.from(body).toString("hex")}`;
      const hit = await range.fire({ what, path: at.path, ...init, body });
      expect(hit).toMatchObject({ status: 400, code: "malformed_request" });
    }
  }
  await range.stillStands();
});

test.each(GENERATIONS)("no value of any kind in any field does harm: %s", async (generation) => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    let at = await aim(range, target, generation);
    for (const [place, path] of pathsOf(at.body).entries()) {
      for (const [nth, value] of NASTY_VALUES.entries()) {
        if ((nth + place) % strideOf(generation, at) !== 0) continue;
        const text = holed(at.body, path, value);
        const hit = await fireText(range, at, text, `${path} = ${value.slice(0, 60)}`);
        if (hit.status === 200) at = await aim(range, target, generation);
      }
      if (generation !== "requests only") continue;
      await fireText(range, at, holed(at.body, path, null), `${path} left out`).then(
        async ({ status }) => {
          if (status === 200) at = await aim(range, target, generation);
        },
      );
    }
  }
  await range.stillStands();
});

test("fields that nobody asked for do no harm, in any object of a body", async () => {
  await using range = await ShootingRange.open();
  for (const target of range.posts) {
    let at = await aim(range, target, "dated entries");
    for (const [place, path] of ["", ...pathsOf(at.body, isObject)].entries()) {
      for (const [nth, field] of NASTY_FIELDS.entries()) {
        if ((nth + place) % 3 !== 0) continue;
        const text = withField(at.body, path, field);
        const hit = await fireText(range, at, text, `${path} with ${field}`);
        if (hit.status === 200) at = await aim(range, target, "dated entries");
      }
    }
  }
  await range.stillStands();
});

test("a body that is damaged anywhere does no harm", async () => {
  await using range = await ShootingRange.open();
  const targets = range.posts;
  const aims = new Map<string, Aim>();
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
        const at = aims.get(target.path) ?? (await aim(range, target, "dated entries"));
        const text = wireText(at.body);
        const from = Math.floor(share * text.length);
        const damaged = `${text.slice(0, from)}${put}${text.slice(from + cut)}`.toWellFormed();
        const { status } = await fireText(range, at, damaged, `damaged at ${from}`);
        if (status === 200) aims.delete(target.path);
        else aims.set(target.path, at);
      },
    ),
    { numRuns: 700, seed: SEED },
  );
  await range.stillStands();
});

test("bodies at and beyond the limits of length and depth are told so", async () => {
  await using range = await ShootingRange.open();
  for (const [nth, target] of range.posts.entries()) {
    const at = await aim(range, target, "requests only");
    const huge = holed(at.body, pathsOf(at.body)[0] ?? "", JSON.stringify("x".repeat(524_288)));
    expect(await fireText(range, at, huge, "huge")).toMatchObject({ code: "body_too_large" });
    if (nth % 5 !== 0) continue;
    const wide = `{${Array.from({ length: 40_000 }, (_, key) => `"k${key}":0`).join(",")}}`;
    await fireText(range, at, wide, "wide");
    const list = `{"a":[${"0,".repeat(200_000)}0]}`;
    await fireText(range, at, list, "a long list");
  }
  await range.stillStands();
});

async function fireText(range: ShootingRange, { by, path }: Aim, text: string, what: string) {
  // In the form that is checked first: that a shot is signed is not what is tried here.
  const { init } = new Client(range.under, by.signer, "dated entries").sign(path, text);
  // So that no two shots are one and the same request.
  range.under.nowMs += 1;
  return range.fire({ what, path, ...init });
}

/** Every value in every field of a small body; else every few, in each place other ones. */
function strideOf(generation: Generation, { body }: Aim): number {
  if (generation === "undated entries") return 17;
  const isLarge = pathsOf(body).length > 30;
  return generation === "dated entries" ? (isLarge ? 29 : 9) : isLarge ? 4 : 1;
}

const HOLE = "@hole@";

/** The body with these characters in place of one value; without it where they are null. */
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
