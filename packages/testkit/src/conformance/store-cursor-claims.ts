/** Cursors: a reader moves on from where it is, with its notes or not at all. */
import { MAX_NOTES_AT_ONCE, type NoteWrite, type Store } from "@bazaar/market/ports";
import { expect } from "vitest";
import { rehearse } from "../rehearsal.ts";
import { freeTerms } from "../sample-terms.ts";
import { type Claim, storeAll } from "./under-test.ts";

const NAME = "receipts";
const ENTRIES = 4;

export function storeCursorClaims(claim: Claim): void {
  const fill = (store: Store): Promise<void> => {
    const nonces = Array.from({ length: ENTRIES }, (_, at) => `${at}`.repeat(64));
    return storeAll(
      store,
      nonces.map((nonce) => rehearse(1, freeTerms({ nonce })).post()),
    );
  };
  const move = (store: Store, from: number | null, to: number, notes: readonly NoteWrite[] = []) =>
    store.cursors.advance({ name: NAME, from, to, notes });
  const note = (key: string, from: string | null, to: string | null): NoteWrite => ({
    space: "derived",
    key,
    from,
    to,
  });

  claim("a reader is where it was last moved to", async ({ store, another }) => {
    await fill(store);
    expect(await store.cursors.read(NAME)).toBeNull();
    expect(await move(store, null, 0)).toBe("advanced");
    expect(await another.cursors.read(NAME)).toBe(0);
    expect(await move(another, 0, 3)).toBe("advanced");
    expect(await store.cursors.read(NAME)).toBe(3);
    expect(await store.cursors.read("another")).toBeNull();
  });

  claim("a reader moves only from where it is", async ({ store, another }) => {
    await fill(store);
    expect(await move(store, 0, 1)).toBe("moved");
    expect(await move(store, null, 1)).toBe("advanced");
    expect(await move(another, null, 2)).toBe("moved");
    expect(await move(another, 0, 2)).toBe("moved");
    expect(await another.cursors.read(NAME)).toBe(1);
  });

  claim("of two processes that move a reader at once, one does", async ({ store, another }) => {
    await fill(store);
    await move(store, null, 0);
    const handles = [store, another, store, another];
    const answers = await Promise.all(
      handles.map((handle, at) => move(handle, 0, 2, [note("by", null, `${at}`)])),
    );
    expect(answers.toSorted()).toEqual(["advanced", "moved", "moved", "moved"]);
    const winner = answers.indexOf("advanced");
    expect(await store.notes.get("derived", "by")).toBe(`${winner}`);
    expect(await store.cursors.read(NAME)).toBe(2);
  });

  claim("a reader and its notes are written together or not at all", async (under) => {
    const { store, another } = under;
    await fill(store);
    const first = [note("a", null, "1"), note("b", null, "1")];
    expect(await move(store, null, 1, first)).toBe("advanced");
    expect(await another.notes.get("derived", "b")).toBe("1");
    const stale = [note("a", "1", "2"), note("b", "0", "2")];
    expect(await move(another, 1, 2, stale)).toBe("note_changed");
    expect(await move(another, 0, 2, [note("a", "1", "2")])).toBe("moved");
    expect(await store.cursors.read(NAME)).toBe(1);
    expect(await store.notes.get("derived", "a")).toBe("1");
    const next = [note("a", "1", "2"), note("b", "1", null)];
    expect(await move(another, 1, 2, next)).toBe("advanced");
    expect(await store.notes.get("derived", "a")).toBe("2");
    expect(await store.notes.get("derived", "b")).toBeNull();
  });

  claim("a reader neither goes back nor beyond the end of the feed", async ({ store }) => {
    await fill(store);
    await move(store, null, 2);
    await expect(move(store, 2, 2)).rejects.toThrow("receipts moves from 2 to 2");
    await expect(move(store, 2, 1)).rejects.toThrow("receipts moves from 2 to 1");
    await expect(move(store, 2, ENTRIES + 1)).rejects.toThrow("receipts would skip");
    expect(await move(store, 2, ENTRIES)).toBe("advanced");
  });

  claim("too many notes, or one twice, are a bug", async ({ store }) => {
    await fill(store);
    const notes = Array.from({ length: MAX_NOTES_AT_ONCE + 1 }, (_, at) =>
      note(`${at}`, null, "1"),
    );
    await expect(move(store, null, 1, notes)).rejects.toThrow("notes at once");
    const twice = [note("a", null, "1"), note("a", "1", "2")];
    await expect(move(store, null, 1, twice)).rejects.toThrow("a note is written twice");
    expect(await store.cursors.read(NAME)).toBeNull();
    expect(await move(store, null, 1, notes.slice(1))).toBe("advanced");
  });
}
