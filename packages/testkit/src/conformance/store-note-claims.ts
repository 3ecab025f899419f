/** Notes: compared before they are written, and listed by key. */
import { MAX_NOTE_BYTES, MAX_NOTE_NAME, MAX_PAGE, type Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import type { Claim } from "./under-test.ts";

const SPACE = "nonces";

export function storeNoteClaims(claim: Claim): void {
  const write = (store: Store, key: string, from: string | null, to: string | null) =>
    store.notes.write({ space: SPACE, key, from, to });

  claim("a note is put only where there is none", async ({ store, another }) => {
    expect(await store.notes.get(SPACE, "a")).toBeNull();
    expect(await write(store, "a", null, "1")).toBe(true);
    expect(await write(another, "a", null, "2")).toBe(false);
    expect(await another.notes.get(SPACE, "a")).toBe("1");
    expect(await another.notes.get("elsewhere", "a")).toBeNull();
    expect(await another.notes.get(SPACE, "A")).toBeNull();
  });

  claim("a note is changed or deleted only from the value it has", async (under) => {
    const { store, another } = under;
    expect(await write(store, "a", "0", "1")).toBe(false);
    await write(store, "a", null, "1");
    expect(await write(another, "a", "0", "2")).toBe(false);
    expect(await write(another, "a", "0", null)).toBe(false);
    expect(await write(another, "a", "1", "2")).toBe(true);
    expect(await store.notes.get(SPACE, "a")).toBe("2");
    expect(await write(store, "a", "2", null)).toBe(true);
    expect(await another.notes.get(SPACE, "a")).toBeNull();
    expect(await write(another, "a", null, "3")).toBe(true);
  });

  claim("notes are written together or not at all", async ({ store, another }) => {
    const to = (value: string) => [
      { space: SPACE, key: "a", from: null, to: value },
      { space: "other", key: "a", from: null, to: value },
    ];
    await write(store, "a", null, "taken");
    expect(await another.notes.write(...to("1").reverse())).toBe(false);
    expect(await store.notes.get("other", "a")).toBeNull();
    await write(store, "a", "taken", null);
    const both = await Promise.all(
      [store, another].map(({ notes }, at) => notes.write(...to(`${at}`))),
    );
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await store.notes.get(SPACE, "a")).toBe(await another.notes.get("other", "a"));
    await expect(store.notes.write(...to("2"), ...to("3"))).rejects.toThrow("written twice");
  });

  claim("an empty value is a value", async ({ store }) => {
    expect(await write(store, "a", null, "")).toBe(true);
    expect(await store.notes.get(SPACE, "a")).toBe("");
    expect(await write(store, "a", null, "1")).toBe(false);
    expect(await write(store, "a", "", "1")).toBe(true);
  });

  claim("of many that write one note at once, one succeeds", async ({ store, another }) => {
    const handles = [store, another, store, another];
    const put = handles.map((handle, at) => write(handle, "a", null, `${at}`));
    expect((await Promise.all(put)).filter(Boolean)).toHaveLength(1);
    const value = await store.notes.get(SPACE, "a");
    const changed = handles.map((handle, at) => write(handle, "a", value, `new ${at}`));
    expect((await Promise.all(changed)).filter(Boolean)).toHaveLength(1);
  });

  claim("keys are listed by prefix, in order and in pages", async ({ store, another }) => {
    const keys = ["b/2", "b", "a/1", "b/10", "b/~", "c", "b0"];
    for (const key of keys) await write(store, key, null, `of ${key}`);
    await store.notes.write({ space: "other", key: "b/1", from: null, to: "x" });
    const list = async (prefix: string, after: string | null = null, limit = MAX_PAGE) => {
      const notes = await another.notes.list({ space: SPACE, prefix, after, limit });
      expect(notes.every(({ key, value }) => value === `of ${key}`)).toBe(true);
      return notes.map(({ key }) => key);
    };
    expect(await list("")).toEqual(["a/1", "b", "b/10", "b/2", "b/~", "b0", "c"]);
    expect(await list("b/")).toEqual(["b/10", "b/2", "b/~"]);
    expect(await list("b/", "b/10", 1)).toEqual(["b/2"]);
    expect(await list("b/", "a")).toEqual(["b/10", "b/2", "b/~"]);
    expect(await list("b/", "b/~")).toEqual([]);
    expect(await list("d")).toEqual([]);
    await expect(list("", null, MAX_PAGE + 1)).rejects.toThrow("rows were asked for at once");
  });

  claim("the longest note is kept as it is, a longer one is a bug", async ({ store }) => {
    const key = "k".repeat(MAX_NOTE_NAME);
    // Two bytes a character, and one that ends texts in some languages.
    const value = `\0${"é".repeat(MAX_NOTE_BYTES / 2 - 1)}x`;
    expect(await write(store, key, null, value)).toBe(true);
    expect(await store.notes.get(SPACE, key)).toBe(value);
    expect(await write(store, key, value, "short")).toBe(true);
    await expect(write(store, "a", null, `${value}x`)).rejects.toThrow("a note of 65537 bytes");
    await expect(write(store, "a", null, "\ud800")).rejects.toThrow("not Unicode");
    for (const name of [`${key}k`, "", "é", "a\n"]) {
      await expect(write(store, name, null, "1")).rejects.toThrow("is not a name of notes");
    }
  });
}
