import { expect, test } from "vitest";
import { sha256Hex } from "./hash.ts";

test.each([
  { text: "", hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
  { text: "abc", hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
  { text: "é😀", hash: "1184d1f608158eea09d297565575892231550c403aaa913008d867a97cfd5c76" },
])("the hash of $text is that of its UTF-8 bytes", ({ text, hash }) => {
  expect(sha256Hex(text)).toBe(hash);
});
