import { MemoryStore } from "@bazaar/store/memory";
import { expect, test } from "vitest";
import { NoteTable, type TableKind } from "./note-table.ts";

interface Seen {
  readonly what: string;
  readonly atMs: number;
}

const SEEN: TableKind<Seen> = {
  space: "seen",
  maximum: 3,
  maxText: 100,
  atMs: ({ atMs }) => atMs,
  read: (read) => ({
    what: read.string("what", { max: 10 }),
    atMs: read.integer("atMs", { max: Number.MAX_SAFE_INTEGER }),
  }),
};

class Place {
  readonly store = new MemoryStore();
  readonly announced: string[] = [];
  readonly problems: string[] = [];

  async open(kind = SEEN): Promise<NoteTable<Seen>> {
    const table = new NoteTable(kind, {
      notes: this.store.notes,
      announce: (space, key) => this.announced.push(`${space}/${key}`),
      onProblem: (problem) => this.problems.push(problem),
    });
    await table.catchUp();
    return table;
  }

  write(key: string, to: string): Promise<boolean> {
    return this.store.notes.write({ space: "seen", key, from: null, to });
  }

  async keys(): Promise<readonly string[]> {
    const page = { space: "seen", prefix: "", after: null, limit: 100 };
    return (await this.store.notes.list(page)).map(({ key }) => key);
  }
}

const ids = (table: NoteTable<Seen>) => [...table.entries()].map(([id]) => id);

test("what was set is there after a restart, the oldest first", async () => {
  const place = new Place();
  const table = await place.open();
  await table.set("b", { what: "x", atMs: 1 });
  await table.set("a", { what: "y", atMs: 2 });
  expect(ids(await place.open())).toEqual(["b", "a"]);
  expect((await place.open()).get("a")).toEqual({ what: "y", atMs: 2 });
  expect(place.announced).toEqual(["seen/b", "seen/a"]);
});

test("beyond the maximum the oldest is forgotten, however it was written", async () => {
  const place = new Place();
  await place.write("other form", '{"atMs": 1, "what": "x"}');
  const table = await place.open();
  for (const atMs of [2, 3]) await table.set(`at ${atMs}`, { what: "x", atMs });
  await table.set("other form", { what: "y", atMs: 4 });
  await table.set("at 5", { what: "x", atMs: 5 });
  expect(ids(table)).toEqual(["at 3", "other form", "at 5"]);
  expect(await place.keys()).toEqual(["at 3", "at 5", "other form"]);
  const again = await place.open();
  for (const atMs of [6, 7, 8]) await again.set(`at ${atMs}`, { what: "x", atMs });
  expect(await place.keys()).toEqual(["at 6", "at 7", "at 8"]);
});

test("beyond the maximum of text the oldest are forgotten, whatever is read or changed", async () => {
  const place = new Place();
  const what = "long text!";
  const text = JSON.stringify({ what, atMs: 1 });
  const kind = { ...SEEN, maximum: 100, maxText: 3 * text.length };
  const table = await place.open(kind);
  for (const atMs of [1, 2, 3]) await table.set(`at ${atMs}`, { what, atMs });
  await table.set("at 2", { what: "", atMs: 2 });
  await table.set("at 2", { what, atMs: 4 });
  expect(await place.keys()).toEqual(["at 1", "at 2", "at 3"]);
  await table.delete("at 3");
  await table.set("at 5", { what, atMs: 5 });
  expect(await place.keys()).toEqual(["at 1", "at 2", "at 5"]);
  await table.set("at 6", { what, atMs: 6 });
  expect(await place.keys()).toEqual(["at 2", "at 5", "at 6"]);
  const again = await place.open(kind);
  await again.refresh("at 6");
  await again.set("at 7", { what: "", atMs: 7 });
  expect(ids(again)).toEqual(["at 5", "at 6", "at 7"]);
  expect(ids(await place.open({ ...kind, maxText: 1 }))).toHaveLength(3);
});

test("a table that is full of notes in another form forgets them one by one", async () => {
  const place = new Place();
  for (const atMs of [1, 2, 3]) await place.write(`at ${atMs}`, `{"atMs":${atMs},"what":"x"}`);
  const table = await place.open();
  await table.set("at 4", { what: "x", atMs: 4 });
  expect(await place.keys()).toEqual(["at 2", "at 3", "at 4"]);
});

test("damaged notes are reported and skipped, and can be written over", async () => {
  const place = new Place();
  for (const [key, text] of [
    ["a", "{"],
    ["b", "[]"],
    ["c", '{"what":1,"atMs":1}'],
    ["d", ""],
  ] as const) {
    await place.write(key, text);
  }
  const table = await place.open();
  expect(ids(table)).toEqual([]);
  expect(place.problems).toHaveLength(4);
  await table.set("c", { what: "x", atMs: 1 });
  expect((await place.open()).get("c")?.what).toBe("x");
});

test("a change that another process was faster with is decided again", async () => {
  const place = new Place();
  const [mine, other] = [await place.open(), await place.open()];
  await other.set("a", { what: "x", atMs: 1 });
  const seen: unknown[] = [];
  const change = (value: Seen | null) => {
    seen.push(value);
    return value ?? { what: "mine", atMs: 2 };
  };
  expect(await mine.change("a", change)).toBe(false);
  expect(seen).toEqual([null, { what: "x", atMs: 1 }]);
  expect(mine.get("a")).toEqual({ what: "x", atMs: 1 });
  await other.delete("a");
  // Its memory still has it: what would change nothing is decided again on what is stored.
  expect(await mine.change("a", change)).toBe(true);
  expect(mine.get("a")?.what).toBe("mine");
});
