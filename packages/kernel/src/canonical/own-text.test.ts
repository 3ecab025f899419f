import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ownText } from "./own-text.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

test.each(["", "plain", 'ä\n"\\', "\ud800 alone", "😀"])("%j stays what it is", (text) => {
  expect(ownText(text)).toBe(text);
});

test("of a long text only the piece is kept", () => {
  const before = usedMegabytes();
  const pieces = Array.from({ length: 100 }, (_, number) => {
    const long = `${number}`.padEnd(1_000_000, "abcdefgh");
    return ownText(long.slice(1_000, 1_064));
  });
  expect(usedMegabytes() - before).toBeLessThan(10);
  expect(pieces).toHaveLength(100);
});
