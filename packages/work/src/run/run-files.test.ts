import { expect, test } from "vitest";
import { runFiles } from "./run-files.ts";

test("files become the bytes of their text", () => {
  const files = runFiles({ command: "make", files: new Map([["a", "é"]]) });
  expect([...files]).toEqual([["a", Buffer.from([0xc3, 0xa9])]]);
});
