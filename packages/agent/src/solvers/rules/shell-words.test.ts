import { execFileSync } from "node:child_process";
import { quoteWord } from "@bazaar/work";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sedLiteral, sedReplacement } from "./quote.ts";
import { readCalls } from "./shell-words.ts";

describe("a command is read as its calls", () => {
  test.each([
    { text: "make -C src all", calls: [["make", "-C", "src", "all"]] },
    { text: "cd a && make; ls | wc", calls: [["cd", "a"], ["make"], ["ls"], ["wc"]] },
    { text: "A=1 B='x y' run it", calls: [["run", "it"]] },
    { text: "cat 'a b' \"c d\" e\\ f", calls: [["cat", "a b", "c d", "e f"]] },
    { text: "echo x > out.txt 2>&1", calls: [["echo", "x"]] },
    { text: 'echo "$HOME" ~/x *.c', calls: [["echo", null, null, null]] },
    { text: `echo "a\\"b" 'c"d'`, calls: [["echo", 'a"b', 'c"d']] },
    { text: "echo 'never closed", calls: [["echo", null]] },
    { text: "", calls: [] },
  ])("$text", ({ text, calls }) => {
    const read = readCalls(text).map(({ program, operands }) =>
      [program, ...operands].map(({ value }) => value),
    );
    expect(read).toEqual(calls);
  });

  test("every word stands where it says", () => {
    const text = `A=1 cat 'a b' > "c d" && x  y`;
    for (const { assignments, program, operands, files } of readCalls(text)) {
      for (const word of [...assignments, program, ...operands, ...files]) {
        expect(text.slice(word.start, word.end)).toBe(word.raw);
      }
    }
    expect(readCalls(text).map(({ files }) => files.map(({ value }) => value))).toEqual([
      ["c d"],
      [],
    ]);
  });
});

const word = fc
  .string({ unit: "binary", maxLength: 30 })
  .filter((text) => !text.includes("\u0000"));

test("whatever is quoted, a shell and we read back the same", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      const whole = words.map((text) => text.toWellFormed());
      const line = whole.map(quoteWord).join(" ");
      const read = execFileSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
      expect(read.split("\u0000").slice(0, -1)).toEqual(whole);
      const operands = readCalls(`x ${line}`).flatMap((call) => call.operands);
      expect(operands.map(({ value }) => value)).toEqual(whole);
    }),
    { numRuns: 60 },
  );
});

test("whatever is put into a sed script, sed takes for text", () => {
  const line = fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(line, line, (from, to) => {
      const script = `s/${sedLiteral(from)}/${sedReplacement(to)}/`;
      const input = `<${from}>\n`;
      const out = execFileSync("sed", [script], { input, encoding: "utf8" });
      expect(out).toBe(input.replace(from, () => to));
    }),
    { numRuns: 60 },
  );
});
