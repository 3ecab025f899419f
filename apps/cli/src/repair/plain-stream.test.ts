import { expect, test } from "vitest";
import { PlainStream } from "./plain-stream.ts";

test.each([
  { what: "plain lines", chunks: ["one\n", "two\n"], says: "one\ntwo\n" },
  { what: "a line without an end", chunks: ["Name: "], says: "Name: " },
  {
    what: "progress",
    chunks: ["Rebasing (1/2)\r", "Rebasing (2/2)\r", "\u001b[KDone.\n"],
    says: "Done.\n",
  },
  { what: "a sequence in two parts", chunks: ["\u001b[3", "1mred\u001b[", "0m\n"], says: "red\n" },
  { what: "ends of lines as on a terminal", chunks: ["one\r", "\ntwo\r\n"], says: "one\ntwo\n" },
  {
    what: "a character in two parts",
    chunks: [Buffer.from([0xc3]), Buffer.from([0xa9])],
    says: "é",
  },
  { what: "progress without an end", chunks: Array(9_000).fill("\r50 %"), says: "50 %" },
])("$what", ({ chunks, says }) => {
  const stream = new PlainStream();
  const shown = chunks.map((chunk) => stream.write(Buffer.from(chunk)));
  expect([...shown, stream.rest()].join("")).toBe(says);
});
